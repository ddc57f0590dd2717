import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { decodeText, detectEncoding } from '@bakkum/document-input/text-encoding';
import { readStream } from '@bakkum/document-office/compound-file';
import { type Document, LETTER, type Looks, PLAIN, pageOf, type Shape, type Tab } from './document.ts';
import { paragraphsOf, type Told } from './paragraphs.ts';
import { alignmentOf, type Stretch, stretchesOn, tabKindOf } from './property-pages.ts';

/**
 * Reads all versions of Works: up to 4 with formatting, later ones as text and lines. Errors: `corrupt`, `unsupported-feature`.
 */
export function readWorks(file: Bytes): Document {
  const old = readStream(file, 'MN0');
  if (old) return readWorks4(old);
  const contents = readStream(file, 'CONTENTS');
  if (contents) return readWorks2000(contents);
  throw new ConversionError('unsupported-feature', 'neither Works 4 nor later');
}

/** Offsets in the stream: end of the header and start of the body, end of the text, and the following pages. */
const PLACES = { body: 0x1e, textEnd: 0x26, end: 0x2a, fonts: 0x5e, fontsBytes: 0x62, paper: 0x64 } as const;
const TEXT_AT = 0x100;
const PAGE_BYTES = 128;

function readWorks4(stream: Bytes): Document {
  const view = new DataView(stream.buffer);
  const textEnd = view.getUint32(PLACES.textEnd, true);
  const bodyAt = view.getUint32(PLACES.body, true);
  if (textEnd < TEXT_AT || textEnd > stream.length) throw new ConversionError('corrupt', 'the text leaves the file');
  const { looks, shapes } = toldIn(stream, textEnd);
  const detected = detectEncoding(stream.subarray(TEXT_AT, textEnd));
  const encoding = detected === 'utf-8' ? 'windows-1252' : detected;
  const text = { file: stream, from: TEXT_AT, to: textEnd, decode: (bytes: Bytes) => decodeText(bytes, encoding) };
  const all = paragraphsOf(text, looks.map(lookOf), shapes.map(shapeOf));
  const hasHead = bodyAt > TEXT_AT && bodyAt <= textEnd;
  const head = hasHead ? all.filter(({ start }) => start < bodyAt) : [];
  const word = (index: number): number => view.getUint16(PLACES.paper + index * 2, true);
  return {
    fonts: fontsOf(view),
    page: pageOf({ top: word(0), bottom: word(1), left: word(2), right: word(3), height: word(4), width: word(5) }),
    header: head.some(({ runs }) => runs.some(({ text: words }) => words.trim() !== '')) ? head : [],
    footer: [],
    body: all.slice(head.length),
    firstIsBare: false,
    hasPictures: false,
    isCutOff: stream.length < view.getUint32(PLACES.end, true),
  };
}

/** Reads the pages after the text: character formatting until it is covered, then paragraph formatting. */
function toldIn(stream: Bytes, textEnd: number): { readonly looks: readonly Stretch[]; readonly shapes: readonly Stretch[] } {
  const covering: (readonly Stretch[])[] = [];
  for (let page = Math.ceil(textEnd / PAGE_BYTES), turn = 0; turn < 2; turn += 1) {
    const found: Stretch[] = [];
    while ((found.at(-1)?.to ?? 0) < textEnd) {
      const stretches = stretchesOn(stream, [page], false);
      const [first] = stretches;
      if (first?.from !== (found.at(-1)?.to ?? TEXT_AT)) throw new ConversionError('corrupt', 'nothing tells how the text looks');
      found.push(...stretches);
      page += 1;
    }
    covering.push(found);
  }
  const [looks = [], shapes = []] = covering;
  return { looks, shapes };
}

const DEFAULT_SIZE = 24;

/** Style bits, flags of the fields present, font, underline, size. */
function lookOf({ from, to, properties }: Stretch): Told<Looks> {
  const [style = 0, , font = 0, line = 0, size = 0] = properties;
  const looks = {
    bold: (style & 1) !== 0,
    italic: (style & 2) !== 0,
    underlined: (line & 0x20) !== 0,
    size: size || DEFAULT_SIZE,
    font,
  };
  return { from, to, what: looks };
}

/** Codes with the number of following bytes; an unknown code ends the list. */
const CODES: ReadonlyMap<number, number> = new Map([
  ...[0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b].map((code) => [code, 1] as const),
  ...[0x0d, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17].map((code) => [code, 2] as const),
  [0x0e, 3],
]);
const TABS = 0x0f;
const PROPERTIES_AT = 3;

function shapeOf({ from, to, properties }: Stretch): Told<Shape> {
  const values = new Map<number, number>();
  const tabs: Tab[] = [];
  for (let at = PROPERTIES_AT; at < properties.length; ) {
    const code = properties[at] ?? 0;
    const low = properties[at + 1] ?? 0;
    const word = low | ((properties[at + 2] ?? 0) << 8);
    const bytes = code === TABS ? 1 + word : CODES.get(code);
    if (bytes === undefined) break;
    if (code === TABS) tabs.push(...tabsIn(properties.slice(at + 3, at + 1 + bytes)));
    values.set(code, bytes === 1 ? low : (word << 16) >> 16);
    at += 1 + bytes;
  }
  const value = (code: number): number => values.get(code) ?? 0;
  const shape = { align: alignmentOf(value(0x05)), left: value(0x12), right: value(0x13), first: value(0x14) };
  return { from, to, what: { ...PLAIN, ...shape, before: value(0x16), after: value(0x17), tabs } };
}

/** Reads the number of tab stops, their positions, then their types. */
function tabsIn(bytes: Bytes): readonly Tab[] {
  const view = new DataView(bytes.buffer);
  const count = Math.min(bytes[0] ?? 0, Math.floor((bytes.length - 1) / 3));
  return Array.from({ length: count }, (_, index) => ({
    at: view.getUint16(1 + index * 2, true),
    kind: tabKindOf(bytes[1 + count * 2 + index] ?? 0),
  }));
}

/** Reads fonts as a number, the length of the name, and the name. */
function fontsOf(view: DataView): readonly string[] {
  const from = view.getUint32(PLACES.fonts, true);
  const end = Math.min(view.byteLength, from + view.getUint16(PLACES.fontsBytes, true));
  const fonts: string[] = [];
  for (let at = from; at + 3 <= end; ) {
    const bytes = view.getUint8(at + 2);
    fonts.push(new TextDecoder('windows-1252').decode(new Uint8Array(view.buffer, at + 3, Math.min(bytes, end - at - 3))));
    at += 3 + bytes;
  }
  return fonts.length > 0 ? fonts : ['Times New Roman'];
}

/** A list of parts with a four-letter name, offset and length; the text is UTF-16. */
const PARTS = { signature: 'CHNK', count: 0x0c, first: 0x20, bytes: 24, name: 2, place: 16, length: 20 } as const;
const PLAIN_LOOKS: Looks = { bold: false, italic: false, underlined: false, size: 20, font: 0 };

function readWorks2000(contents: Bytes): Document {
  const view = new DataView(contents.buffer);
  const letters = (at: number): string => new TextDecoder('latin1').decode(contents.subarray(at, at + 4));
  if (letters(0) !== PARTS.signature) throw new ConversionError('unsupported-feature', 'not the contents of Works');
  let text = '';
  let isCutOff = false;
  for (let part = 0; part < view.getUint16(PARTS.count, true); part += 1) {
    const at = PARTS.first + part * PARTS.bytes;
    if (letters(at + PARTS.name) !== 'TEXT') continue;
    const place = view.getUint32(at + PARTS.place, true);
    const end = place + view.getUint32(at + PARTS.length, true);
    isCutOff ||= end > contents.length;
    text += new TextDecoder('utf-16le').decode(contents.subarray(place, end));
  }
  const lines = text.replace(/(?<!\r)\r+$/, '').split(/\r\n|[\r\n]/);
  const body = lines.map((line) => ({ runs: [{ text: line, looks: PLAIN_LOOKS }], shape: PLAIN }));
  return {
    fonts: ['Times New Roman'],
    page: LETTER,
    header: [],
    footer: [],
    body,
    firstIsBare: false,
    hasPictures: false,
    isCutOff,
  };
}
