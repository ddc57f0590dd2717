import { corrupt } from '@bakkum/conversion/errors';
import { type Entry, entryOf, labelOf, type Playlist } from './playlist.ts';

const linesOf = (text: string): readonly string[] => text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);

/** Reads M3U, plain or with Winamp's extensions. `Artist - Title` is split at its first dash. */
export function readM3u(text: string): Playlist {
  const entries: Entry[] = [];
  let facts: Partial<Entry> = {};
  let title = '';
  for (const line of linesOf(text)) {
    const [, seconds = '', label = ''] = /^#EXTINF:\s*(-?[\d.]+)[^,]*,?\s*(.*)/.exec(line) ?? [];
    if (seconds !== '') facts = { ...facts, ...splitLabel(label), seconds: Number(seconds) >= 0 ? Number(seconds) : undefined };
    else if (line.startsWith('#PLAYLIST:')) title = line.slice('#PLAYLIST:'.length).trim();
    else if (line.startsWith('#EXTALB:')) facts = { ...facts, album: line.slice('#EXTALB:'.length).trim() };
    else if (line.trim() !== '' && !line.startsWith('#')) {
      entries.push(entryOf(line.trim(), facts));
      facts = {};
    }
  }
  return { title, entries };
}

function splitLabel(label: string): Pick<Entry, 'artist' | 'title'> {
  const dash = label.indexOf(' - ');
  return dash > 0
    ? { artist: label.slice(0, dash).trim(), title: label.slice(dash + 3).trim() }
    : { artist: '', title: label.trim() };
}

const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ').trim();

export function writeM3u({ title, entries }: Playlist): string {
  const named = title === '' ? '' : `#PLAYLIST:${oneLine(title)}\n`;
  return `#EXTM3U\n${named}${entries.map(m3uEntry).join('')}`;
}

function m3uEntry(entry: Entry): string {
  const label = oneLine(labelOf(entry));
  const seconds = entry.seconds === undefined ? -1 : Math.round(entry.seconds);
  const facts = label === '' && seconds < 0 ? '' : `#EXTINF:${seconds},${label}\n`;
  const album = entry.album === '' ? '' : `#EXTALB:${oneLine(entry.album)}\n`;
  return `${facts}${album}${oneLine(entry.location)}\n`;
}

/** Reads the numbered keys of PLS in numeric order. Errors: `corrupt` if there are none. */
export function readPls(text: string): Playlist {
  const keys = new Map<string, string>();
  for (const line of linesOf(text)) {
    const [, key = '', value = ''] = /^\s*([A-Za-z]+\d*)\s*=(.*)/.exec(line) ?? [];
    if (key !== '') keys.set(key.toLowerCase(), value.trim());
  }
  const numbers = [...keys.keys()].flatMap((key) => (/^file\d+$/.test(key) ? [Number(key.slice(4))] : []));
  if (numbers.length === 0 && !keys.has('numberofentries')) throw corrupt('no entry in it');
  const entries = numbers
    .sort((a, b) => a - b)
    .map((number) => {
      const seconds = Number(keys.get(`length${number}`) ?? '-1');
      const facts = { ...splitLabel(keys.get(`title${number}`) ?? ''), seconds: seconds >= 0 ? seconds : undefined };
      return entryOf(keys.get(`file${number}`) ?? '', facts);
    });
  const isCut = Number(keys.get('numberofentries') ?? -1) !== entries.length;
  return { title: keys.get('playlistname') ?? '', entries, ...(isCut ? { isCut } : {}) };
}

export function writePls({ entries }: Playlist): string {
  const lines = entries.map((entry, index) => {
    const label = oneLine(labelOf(entry));
    const named = label === '' ? '' : `Title${index + 1}=${label}\n`;
    return `File${index + 1}=${oneLine(entry.location)}\n${named}Length${index + 1}=${Math.round(entry.seconds ?? -1)}\n`;
  });
  return `[playlist]\n${lines.join('')}NumberOfEntries=${entries.length}\nVersion=2\n`;
}
