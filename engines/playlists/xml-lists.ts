import { escapeXmlAttribute, escapeXmlText } from '@bakkum/markup/escape';
import { textElement, XML_DECLARATION } from '@bakkum/markup/write-xml';
import { descendantsOf, elementsOf, parseXml, textOf, type XmlElement } from '@bakkum/markup/xml';
import { type Entry, entryOf, type Playlist } from './playlist.ts';

const named = (parent: XmlElement, name: string): XmlElement | undefined =>
  elementsOf(parent).find((child) => child.name.toLowerCase() === name);
const words = (parent: XmlElement, name: string): string => {
  const child = named(parent, name);
  return child ? textOf(child).trim() : '';
};

/** XSPF, version 1 (xspf.org). */
export function readXspf(text: string): Playlist {
  const root = parseXml(text);
  const list = named(root, 'tracklist');
  const tracks = list ? elementsOf(list).filter(({ name }) => name === 'track') : [];
  const entries = tracks.map((track) => {
    const milliseconds = Number(words(track, 'duration'));
    const facts = { title: words(track, 'title'), artist: words(track, 'creator'), album: words(track, 'album') };
    return entryOf(words(track, 'location'), { ...facts, seconds: milliseconds > 0 ? milliseconds / 1000 : undefined });
  });
  return { title: words(root, 'title'), entries };
}

export function writeXspf({ title, entries }: Playlist): string {
  const tracks = entries.map(({ location, title: name, artist, album, seconds }) => {
    const parts = [
      textElement('location', asAddress(location), '      '),
      textElement('title', name, '      '),
      textElement('creator', artist, '      '),
      textElement('album', album, '      '),
      textElement('duration', seconds === undefined ? '' : String(Math.round(seconds * 1000)), '      '),
    ];
    return `    <track>\n${parts.join('')}    </track>\n`;
  });
  return `${XML_DECLARATION}<playlist version="1" xmlns="http://xspf.org/ns/0/">\n${textElement('title', title, '  ')}  <trackList>\n${tracks.join('')}  </trackList>\n</playlist>\n`;
}

/** Locations in XSPF are URLs, so paths are converted. */
function asAddress(location: string): string {
  if (/^[a-z][a-z\d+.-]+:/i.test(location)) return encodeURI(decodedAddress(location));
  const path = location.replaceAll('\\', '/');
  const drive = /^[A-Za-z]:\//.test(path) ? 'file:///' : path.startsWith('/') ? 'file://' : '';
  return (
    drive +
    path
      .split('/')
      .map((part, index) => (index === 0 && drive === 'file:///' ? part : encodeURIComponent(part)))
      .join('/')
  );
}

function decodedAddress(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

/**
 * Reads ASX of Windows Media Player: tags in any case, bare ampersands, missing closing tags. The text is normalized before it is
 * parsed as XML.
 */
export function readAsx(text: string): Playlist {
  const tidy = text
    .replaceAll(/<(\/?)([A-Za-z]+)/g, (_, slash: string, name: string) => `<${slash}${name.toLowerCase()}`)
    .replaceAll(/&(?!(?:#\d+|#x[\da-f]+|\w+);)/gi, '&amp;')
    .replaceAll(
      /<(ref|param|base|logo|moreinfo|banner|startmarker|endmarker|starttime|duration)\b([^>]*?)\/?>(?:\s*<\/\1>)?/g,
      '<$1$2/>',
    );
  const root = parseXml(tidy);
  const entries = elementsOf(root).flatMap((child): readonly Entry[] => {
    if (child.name === 'entryref') return [entryOf(attribute(child, 'href'))];
    if (child.name !== 'entry') return [];
    const refs = [...descendantsOf(child, 'ref')];
    const facts = { title: words(child, 'title'), artist: words(child, 'author'), seconds: durationOf(child) };
    return refs[0] ? [entryOf(attribute(refs[0], 'href'), facts)] : [];
  });
  return { title: words(root, 'title'), entries };
}

function attribute({ attributes }: XmlElement, name: string): string {
  return Object.entries(attributes).find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
}

function durationOf(entry: XmlElement): number | undefined {
  const duration = named(entry, 'duration');
  const value = duration ? attribute(duration, 'value') : '';
  return /^[\d:.]+$/.test(value) ? value.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) : undefined;
}

export function writeAsx({ title, entries }: Playlist): string {
  const written = entries.map(({ location, title: name, artist }) => {
    const parts = [
      textElement('title', name, '    '),
      textElement('author', artist, '    '),
      `    <ref href="${escapeXmlAttribute(location)}" />\n`,
    ];
    return `  <entry>\n${parts.join('')}  </entry>\n`;
  });
  return `<asx version="3.0">\n${textElement('title', title, '  ')}${written.join('')}</asx>\n`;
}

/** Reads WPL and ZPL: SMIL with one sequence. */
export function readWpl(text: string): Playlist {
  const root = parseXml(text);
  const head = named(root, 'head');
  const entries = [...descendantsOf(root, 'media')].map((media) => {
    const milliseconds = Number(attribute(media, 'duration'));
    return entryOf(attribute(media, 'src'), {
      title: attribute(media, 'tracktitle'),
      artist: attribute(media, 'trackartist'),
      album: attribute(media, 'albumtitle'),
      seconds: milliseconds > 0 ? milliseconds / 1000 : undefined,
    });
  });
  return { title: head ? words(head, 'title') : '', entries };
}

export function writeWpl({ title, entries }: Playlist): string {
  const media = entries.map(({ location, ...facts }) => {
    const known = [
      ['trackTitle', facts.title],
      ['trackArtist', facts.artist],
      ['albumTitle', facts.album],
      ['duration', facts.seconds === undefined ? '' : String(Math.round(facts.seconds * 1000))],
    ].flatMap(([name, value = '']) => (value === '' ? [] : [` ${name}="${escapeXmlAttribute(value)}"`]));
    return `      <media src="${escapeXmlAttribute(location)}"${known.join('')}/>\n`;
  });
  const meta = `    <meta name="ItemCount" content="${entries.length}"/>\n    <title>${escapeXmlText(title)}</title>\n`;
  return `<?wpl version="1.0"?>\n<smil>\n  <head>\n${meta}  </head>\n  <body>\n    <seq>\n${media.join('')}    </seq>\n  </body>\n</smil>\n`;
}
