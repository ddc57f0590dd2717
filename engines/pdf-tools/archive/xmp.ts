import { PDFDict, type PDFDocument, PDFHexString, PDFRawStream } from '@cantoo/pdf-lib';
import { name, textOf } from '../document/objects.ts';
import { unpack } from '../document/unpacking.ts';

/** Texts of the information dictionary, and how XMP writes them (ISO 19005-2, 6.6). */
const TEXTS: readonly (readonly [key: string, written: (text: string) => string])[] = [
  ['Title', (text) => `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></dc:title>`],
  ['Author', (text) => `<dc:creator><rdf:Seq><rdf:li>${text}</rdf:li></rdf:Seq></dc:creator>`],
  ['Subject', (text) => `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></dc:description>`],
  ['Keywords', (text) => `<pdf:Keywords>${text}</pdf:Keywords>`],
  ['Creator', (text) => `<xmp:CreatorTool>${text}</xmp:CreatorTool>`],
  ['Producer', (text) => `<pdf:Producer>${text}</pdf:Producer>`],
];
const DATES: readonly (readonly [key: string, tag: string])[] = [
  ['CreationDate', 'xmp:CreateDate'],
  ['ModDate', 'xmp:ModifyDate'],
];
const SPACES = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
} as const;

/**
 * Replaces the metadata of a document by XMP that says what its information dictionary says, and that it is PDF/A-2b. Characters and
 * dates that XMP cannot express are removed from both.
 */
export function writeArchivalMetadata(document: PDFDocument): void {
  const { context, catalog } = document;
  const info = context.lookup(context.trailerInfo.Info);
  const lines = info instanceof PDFDict ? [...textsOf(info), ...datesOf(info)] : [];
  const namespaces = Object.entries(SPACES).map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`);
  const packet = [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    `<rdf:RDF ${namespaces[0]}>`,
    `<rdf:Description rdf:about="" ${namespaces.slice(1).join(' ')}>`,
    '<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>',
    ...lines,
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
    '<?xpacket end="w"?>',
  ].join('\n');
  const stream = context.stream(new TextEncoder().encode(packet), { Type: 'Metadata', Subtype: 'XML' });
  catalog.set(name('Metadata'), context.register(stream));
}

function textsOf(info: PDFDict): readonly string[] {
  return TEXTS.flatMap(([key, written]) => {
    const given = textOf(info.lookup(name(key)));
    const text = withoutControls(given ?? '').trim();
    if (text === '') info.delete(name(key));
    else if (text !== given) info.set(name(key), PDFHexString.fromText(text));
    return text === '' ? [] : [written(escaped(text))];
  });
}

function datesOf(info: PDFDict): readonly string[] {
  return DATES.flatMap(([key, tag]) => {
    const date = isoDate(textOf(info.lookup(name(key))) ?? '');
    if (date === undefined) info.delete(name(key));
    return date === undefined ? [] : [`<${tag}>${date}</${tag}>`];
  });
}

/** Removes characters that XML cannot contain. */
const withoutControls = (text: string): string => text.toWellFormed().replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ');
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const DATE = /^D:(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:(Z)|([+-])(\d{2})'?(\d{2})'?)?/;

/** Converts a complete date with a valid day and time (ISO 32000-1, 7.9.4). */
function isoDate(text: string): string | undefined {
  const parts = DATE.exec(text);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second, zulu, sign, zoneHour, zoneMinute] = parts;
  const zone = zulu || sign === undefined ? 'Z' : `${sign}${zoneHour}:${zoneMinute}`;
  const date = `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`;
  return Number.isNaN(Date.parse(date)) ? undefined : date;
}

/** Namespaces about the file itself, whose entries are rewritten, or only apply to the source. */
const REWRITTEN: ReadonlySet<string> = new Set(['rdf', 'x', 'xml', 'xmlns', 'xmp', 'xmpMM', 'stEvt', 'stRef', 'pdf', 'pdfaid']);
const REWRITTEN_TERMS: ReadonlySet<string> = new Set(['dc:title', 'dc:creator', 'dc:description', 'dc:format']);

/** Whether the metadata of a document has entries that `writeArchivalMetadata` does not write. */
export function hasOtherMetadata({ catalog }: PDFDocument): boolean {
  const stream = catalog.lookup(name('Metadata'));
  if (!(stream instanceof PDFRawStream)) return false;
  try {
    const text = new TextDecoder().decode(unpack(stream));
    // One by one, because the text can have hundreds of megabytes.
    for (const [, prefix = '', term] of text.matchAll(/[<\s]([A-Za-z]\w*):(\w+)/g))
      if (!REWRITTEN.has(prefix) && !REWRITTEN_TERMS.has(`${prefix}:${term}`)) return true;
    return false;
  } catch {
    return true; // cannot be read
  }
}
