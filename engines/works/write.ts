import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { decodeText, detectEncoding } from '@bakkum/document-input/text-encoding';
import { type Document, LETTER, type Looks, type Page, type Paragraph, pageOf, type Shape } from './document.ts';
import { decodeDos } from './dos-text.ts';
import { paragraphsOf, type Text, type Told } from './paragraphs.ts';
import { type Stretch, shapeIn, stretchesOn } from './property-pages.ts';

/** Header fields; parts are given by their first page of 128 bytes and are contiguous. */
const HEADER = { textEnd: 14, paragraphs: 18, footnotes: 20, section: 22, pages: 26, fonts: 28, last: 96 } as const;
const PAGE_BYTES = 128;

/** Reads Windows Write and its predecessor Word for DOS, which uses the same pages. Errors: `corrupt`. */
export function readWrite(file: Bytes): Document {
  const view = viewOf(file);
  const textEnd = view.getUint32(HEADER.textEnd, true);
  const page = (at: number): number => view.getUint16(at, true);
  if (textEnd < PAGE_BYTES || textEnd > file.length) throw new ConversionError('corrupt', 'the text leaves the file');
  const firstOfLooks = Math.ceil(textEnd / PAGE_BYTES);
  const ofWord = page(HEADER.last) === 0;
  const looks = stretchesOn(file, numbers(firstOfLooks, page(HEADER.paragraphs)), true);
  const shapes = stretchesOn(file, numbers(page(HEADER.paragraphs), page(HEADER.footnotes)), true);
  const paper = sectionOf(view, page(HEADER.section), page(HEADER.pages));
  const text: Text = { file, from: PAGE_BYTES, to: textEnd, decode: decoderOf(file.subarray(PAGE_BYTES, textEnd), ofWord) };
  const all = placed(text, looks, shapes, paper);
  return {
    fonts: ofWord ? WORD_FONTS : [...fontsOf(view, page(HEADER.fonts), page(HEADER.last)), 'Arial'].slice(0, MAX_FONTS),
    page: paper,
    header: all.filter(({ place }) => place === 'header'),
    footer: all.filter(({ place }) => place === 'footer'),
    body: all.filter(({ place }) => place === 'body'),
    firstIsBare: all.every(({ onFirst }) => !onFirst),
    isCutOff: page(HEADER.last) * PAGE_BYTES > file.length,
    hasPictures: all.some(({ place }) => place === 'picture'),
  };
}

const MAX_FONTS = 128;

function numbers(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

/** Old Windows used the code page of its language, DOS its own. */
function decoderOf(text: Bytes, ofWord: boolean): Text['decode'] {
  if (ofWord) return decodeDos;
  const encoding = detectEncoding(text);
  return (bytes) => decodeText(bytes, encoding === 'utf-8' ? 'windows-1252' : encoding);
}

type Place = 'header' | 'footer' | 'picture' | 'body';

function placed(
  text: Text,
  looks: readonly Stretch[],
  shapes: readonly Stretch[],
  page: Page,
): readonly (Paragraph & { place: Place; onFirst: boolean })[] {
  const whole = { from: text.from, to: text.to };
  const lookOf = ({ from, to, properties }: Stretch): Told<Looks> => ({ from, to, what: looksIn(properties) });
  const shapeOf = ({ from, to, properties }: Stretch): Told<Shape> => ({ from, to, what: shapeIn(properties) });
  const everyLook = looks.length > 0 ? looks.map(lookOf) : [{ ...whole, what: looksIn(new Uint8Array()) }];
  const everyShape = shapes.length > 0 ? shapes.map(shapeOf) : [{ ...whole, what: shapeIn(new Uint8Array()) }];
  return paragraphsOf(text, everyLook, everyShape).map((paragraph) => {
    const bits = shapes.find(({ from, to }) => from <= paragraph.start && paragraph.start < to)?.properties[PLACE_AT] ?? 0;
    const place = placeOf(bits);
    return {
      ...paragraph,
      place,
      onFirst: (bits & ON_FIRST) !== 0,
      shape: place === 'body' ? paragraph.shape : withinMargins(paragraph.shape, page),
    };
  });
}

/** Flags after the spacing: one bit for header or footer, two for the pages, one for the first page, one for an image. */
const PLACE_AT = 16;

const ON_FIRST = 0x08;

function placeOf(bits: number): Place {
  if ((bits & 0x10) !== 0) return 'picture';
  if ((bits & 0x06) === 0) return 'body';
  return (bits & 0x01) === 0 ? 'header' : 'footer';
}

/** Headers and footers are indented from the paper edge. */
function withinMargins(shape: Shape, page: Page): Shape {
  return { ...shape, left: Math.max(0, shape.left - page.left), right: 0 };
}

const DEFAULT_SIZE = 24;

/** The font number has six bits in one byte and three in another. */
function looksIn(properties: Bytes): Looks {
  const style = properties[1] ?? 0;
  return {
    bold: (style & 1) !== 0,
    italic: (style & 2) !== 0,
    underlined: ((properties[3] ?? 0) & 1) !== 0,
    size: (properties[2] ?? 0) || DEFAULT_SIZE,
    font: Math.min(((style >> 2) & 0x3f) | (((properties[4] ?? 0) & 7) << 6), MAX_FONTS - 1),
  };
}

/** Word for DOS numbers generic printer fonts by family: sixteen sans serif, sixteen serif, and so on. */
const WORD_FONTS: readonly string[] = Array.from({ length: 64 }, (_, index) => (index < 16 ? 'Courier New' : 'Times New Roman'));

/** Reads the page: height and width of the paper, and position and size of the text area. */
function sectionOf(view: DataView, page: number, next: number): Page {
  const at = page * PAGE_BYTES;
  if (next <= page || view.getUint8(at) < 16) return { ...LETTER, top: 1440, bottom: 1440 };
  const word = (place: number): number => view.getUint16(at + place, true);
  const [height, width, top, tall, left, wide] = [word(3), word(5), word(9), word(11), word(13), word(15)];
  return pageOf({ width, height, top, left, bottom: height - top - tall, right: width - left - wide });
}

const NEXT_PAGE = 0xffff;

/** Reads the number of fonts, then length, family and name of each; a marker refers to the next page. */
function fontsOf(view: DataView, page: number, last: number): readonly string[] {
  const fonts: string[] = [];
  for (let turn = page; turn < last; turn += 1) {
    let at = turn * PAGE_BYTES + (turn === page ? 2 : 0);
    while (at + 2 <= (turn + 1) * PAGE_BYTES) {
      const bytes = view.getUint16(at, true);
      if (bytes === 0) return fonts;
      if (bytes === NEXT_PAGE) break;
      const name = new Uint8Array(view.buffer, view.byteOffset + at + 3, Math.max(0, bytes - 1));
      fonts.push(new TextDecoder('windows-1252').decode(name).split('\0')[0] ?? '');
      at += 2 + bytes;
    }
  }
  return fonts;
}
