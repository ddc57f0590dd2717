import { corrupt } from '@bakkum/conversion/errors';
import { type Table, type Value } from '@bakkum/data-tree/value';

/** Reads an HLS playlist (RFC 8216): segments with their durations, or variants and renditions. */
export function readLiveStream(text: string): Value {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  if (!lines[0]?.startsWith('#EXTM3U')) throw corrupt('no playlist');
  const head = new Map<string, Value>();
  const entries: Table[] = [];
  let facts = new Map<string, Value>();
  for (const line of lines.slice(1)) {
    const [, tag = '', rest = ''] = /^#EXT-?(?:X-)?([A-Z0-9-]+)(?::(.*))?$/.exec(line) ?? [];
    if (OF_THE_LIST.has(tag)) head.set(keyOf(tag), scalarOf(rest));
    else if (tag === 'MEDIA' || tag === 'I-FRAME-STREAM-INF')
      entries.push(new Map<string, Value>([['kind', keyOf(tag)], ...attributesOf(rest)]));
    else if (tag === 'INF') addDuration(facts, rest);
    else if (tag !== '') addFact(facts, tag, rest);
    else if (line.trim() !== '' && !line.startsWith('#')) {
      entries.push(
        new Map<string, Value>([['kind', facts.has('bandwidth') ? 'variant' : 'segment'], ['uri', line.trim()], ...facts]),
      );
      facts = new Map();
    }
  }
  return new Map<string, Value>([...head, ['entries', entries]]);
}

const OF_THE_LIST: ReadonlySet<string> = new Set([
  'VERSION',
  'TARGETDURATION',
  'MEDIA-SEQUENCE',
  'DISCONTINUITY-SEQUENCE',
  'PLAYLIST-TYPE',
  'INDEPENDENT-SEGMENTS',
  'ENDLIST',
  'I-FRAMES-ONLY',
]);

const keyOf = (tag: string): string => tag.toLowerCase().replaceAll('-', '_');

function scalarOf(text: string): Value {
  if (text === '') return true;
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

function addDuration(facts: Map<string, Value>, rest: string): void {
  const [, seconds = '', title = ''] = /^([\d.]+)\s*,?(.*)/.exec(rest) ?? [];
  if (seconds !== '') facts.set('seconds', Number(seconds));
  if (title !== '') facts.set('title', title);
}

function addFact(facts: Map<string, Value>, tag: string, rest: string): void {
  if (tag === 'STREAM-INF') for (const [key, value] of attributesOf(rest)) facts.set(key, value);
  else facts.set(keyOf(tag), /^[A-Z0-9-]+=/.test(rest) ? new Map(attributesOf(rest)) : scalarOf(rest));
}

function attributesOf(text: string): readonly (readonly [string, Value])[] {
  return [...text.matchAll(/(?<![A-Z0-9-])([A-Z0-9-]+)=(?:"([^"]*)"|([^,]*))/g)].map(([, key = '', quoted, bare = '']) => [
    keyOf(key),
    quoted ?? scalarOf(bare),
  ]);
}
