import type { Frame } from '@bakkum/document-model/frames';
import type { Graphic } from '@bakkum/document-model/graphics';
import type { Inline, Picture, TextStyle } from '@bakkum/document-model/model';
import { childOf, descendantsOf, elementsOf, textOf, type XmlElement } from '@bakkum/markup/xml';
import type { Part } from './parts.ts';
import { readFrame } from './read-frames.ts';
import { EMU, readGraphic } from './read-graphics.ts';
import type { Reading } from './reading.ts';

type Piece = Inline | { readonly kind: 'page-break' };

/** Content of a paragraph that is not among its words. */
export type Aside = { readonly boxes: TextBox[]; readonly behind: Graphic[] };

/** `frame` is absent if its place is not known. */
type TextBox = { readonly content: XmlElement; readonly frame?: Frame };

type Place = Aside & { readonly style: TextStyle; readonly link: string | undefined };

/** The inline content of a paragraph, with its text boxes and graphics behind the text in `aside`. */
export function readInlines(paragraph: XmlElement, style: TextStyle, reading: Reading, aside: Aside): readonly Piece[] {
  return insideOf(paragraph, { style, link: undefined, ...aside }, reading);
}

function insideOf(parent: XmlElement, place: Place, reading: Reading): readonly Piece[] {
  return elementsOf(parent).flatMap((child) => readElement(child, place, reading));
}

type Reader = (element: XmlElement, place: Place, reading: Reading) => readonly Piece[];

const READERS: Readonly<Record<string, Reader>> = {
  r: readRun,
  hyperlink: readLink,
  fldSimple: readSimpleField,
  ins: insideOf,
  moveTo: insideOf,
  smartTag: insideOf,
  sdt: insideOf,
  sdtContent: insideOf,
  customXml: insideOf,
  dir: insideOf,
  bdo: insideOf,
  t: (element, place, reading) => textPieces(textOf(element), place, reading),
  tab: (_, __, reading) => (isHidden(reading) ? [] : [{ kind: 'tab' }]),
  br: ({ attributes }) => [attributes['w:type'] === 'page' ? { kind: 'page-break' } : { kind: 'line-break' }],
  cr: () => [{ kind: 'line-break' }],
  noBreakHyphen: (_, place, reading) => textPieces('\u2011', place, reading),
  sym: (element, place, reading) => textPieces(symbolOf(element), place, reading),
  // Emoji, as current versions of Word write them.
  symEx: ({ attributes }, place, reading) => textPieces(characterOf(attributes['w16se:char']), place, reading),
  footnoteReference: (element, place, reading) => readNote('footnotes', element, place, reading),
  endnoteReference: (element, place, reading) => readNote('endnotes', element, place, reading),
  fldChar: readFieldMark,
  instrText: readInstruction,
  drawing: readDrawing,
  pict: readDrawing,
  object: readDrawing,
  AlternateContent: readAlternatives,
  oMath: readFormula,
  oMathPara: insideOf,
};

function readElement(element: XmlElement, place: Place, reading: Reading): readonly Piece[] {
  return READERS[element.name]?.(element, place, reading) ?? [];
}

function readRun(run: XmlElement, place: Place, reading: Reading): readonly Piece[] {
  const properties = childOf(run, 'rPr');
  const isGone = childOf(properties, 'vanish') !== undefined;
  return isGone ? [] : insideOf(run, { ...place, style: reading.styles.styled(properties, place.style) }, reading);
}

/** Field instructions are not text. */
function isHidden({ fields }: Reading): boolean {
  return fields.some(({ showsResult }) => !showsResult);
}

function textPieces(text: string, { style, link }: Place, reading: Reading): readonly Piece[] {
  if (isHidden(reading) || text === '') return [];
  const leads = link ?? addressIn(reading.fields.at(-1)?.instruction ?? '');
  const inField = reading.fields.at(-1)?.instruction.trim().split(/\s+/)[0];
  if (inField === 'PAGE') return [{ kind: 'page-number', style }];
  if (inField === 'NUMPAGES') return [{ kind: 'page-count', style }];
  return [{ kind: 'text', text, style, ...(leads !== undefined && { link: leads }) }];
}

function addressIn(instruction: string): string | undefined {
  const address = /^\s*HYPERLINK\s+"([^"]+)"/.exec(instruction)?.[1];
  return /^(https?|mailto|ftp):/i.test(address ?? '') ? address : undefined;
}

function readLink(element: XmlElement, place: Place, reading: Reading): readonly Piece[] {
  const relation = reading.part.relations.get(element.attributes['r:id'] ?? '');
  const leads = relation?.isExternal && /^(https?|mailto|ftp):/i.test(relation.target) ? relation.target : place.link;
  return insideOf(element, { ...place, link: leads }, reading);
}

function readSimpleField(element: XmlElement, place: Place, reading: Reading): readonly Piece[] {
  reading.fields.push({ instruction: element.attributes['w:instr'] ?? '', showsResult: true });
  const pieces = insideOf(element, place, reading);
  reading.fields.pop();
  return pieces;
}

function readFieldMark({ attributes }: XmlElement, _: Place, { fields }: Reading): readonly Piece[] {
  const kind = attributes['w:fldCharType'];
  const last = fields.at(-1);
  if (kind === 'begin') fields.push({ instruction: '', showsResult: false });
  else if (kind === 'separate' && last) last.showsResult = true;
  else if (kind === 'end') fields.pop();
  return [];
}

function readInstruction(element: XmlElement, _: Place, { fields }: Reading): readonly Piece[] {
  const last = fields.at(-1);
  if (last) last.instruction += textOf(element);
  return [];
}

function characterOf(code: string | undefined): string {
  const point = Number.parseInt(code ?? '', 16);
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
}

/** Characters of symbol fonts: their code without the offset of the private use area. */
function symbolOf({ attributes }: XmlElement): string {
  const code = Number.parseInt(attributes['w:char'] ?? '', 16);
  if (!(code > 0)) return '';
  return code >= 0xf000 && code <= 0xf0ff ? '•' : String.fromCharCode(code);
}

function readNote(kind: 'footnotes' | 'endnotes', element: XmlElement, { style }: Place, reading: Reading): readonly Piece[] {
  const note = reading.notes.length;
  reading.notes.push([]);
  reading.notes[note] = reading.noteOf(kind, element.attributes['w:id'] ?? '');
  return [{ kind: 'note', note, style }];
}

/** The first choice is for current programs; the fallback repeats it for older ones. */
function readAlternatives(element: XmlElement, place: Place, reading: Reading): readonly Piece[] {
  const choice = childOf(element, 'Choice') ?? childOf(element, 'Fallback');
  return choice ? insideOf(choice, place, reading) : [];
}

function readFormula(element: XmlElement, place: Place, reading: Reading): readonly Piece[] {
  const letters = [...descendantsOf(element, 't')].map(textOf).join('');
  return textPieces(letters, place, reading);
}

function readDrawing(element: XmlElement, { boxes, behind }: Place, reading: Reading): readonly Piece[] {
  const inside = [...descendantsOf(element, 'txbxContent')];
  const frame = inside.length === 1 ? readFrame(element, reading) : undefined;
  boxes.push(...inside.map((content): TextBox => ({ content, ...(frame && { frame }) })));
  const pictures = readPictures(element, reading);
  const graphic = inside.length === 0 && pictures.length < 2 ? readGraphic(element, pictures[0]) : undefined;
  if (!graphic) return pictures.map((picture) => ({ kind: 'picture', picture }));
  behind.push(graphic);
  return [];
}

function readPictures(element: XmlElement, reading: Reading): readonly Picture[] {
  const references = [...descendantsOf(element, 'blip'), ...descendantsOf(element, 'imagedata')];
  return references.flatMap(({ attributes }): readonly Picture[] => {
    const bytes = pictureBytes(attributes['r:embed'] ?? attributes['r:id'] ?? '', reading);
    const mediaType = bytes && typeOf(bytes);
    if (bytes && mediaType) return [{ bytes, mediaType, ...sizeOf(element) }];
    reading.lostPictures += 1;
    return [];
  });
}

function pictureBytes(
  id: string,
  { part, source }: { readonly part: Part; readonly source: Reading['source'] },
): Uint8Array<ArrayBuffer> | undefined {
  const relation = part.relations.get(id);
  return relation && !relation.isExternal ? source.file(relation.target) : undefined;
}

function typeOf(bytes: Uint8Array): Picture['mediaType'] | undefined {
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return 'image/png';
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? 'image/jpeg' : undefined;
}

function sizeOf(element: XmlElement): Pick<Picture, 'width' | 'height' | 'description'> {
  const extent = descendantsOf(element, 'extent').next().value;
  const [width, height] = ['cx', 'cy'].map((side) => Number(extent?.attributes[side] ?? 0) / EMU);
  const shape = descendantsOf(element, 'shape').next().value?.attributes['style'] ?? '';
  const told = (side: string): number => Number(new RegExp(`(?:^|;)${side}:([\\d.]+)pt`).exec(shape)?.[1] ?? 0);
  const description = descendantsOf(element, 'docPr').next().value?.attributes['descr'] ?? '';
  return {
    width: (width ?? 0) || told('width') || 100,
    height: (height ?? 0) || told('height') || 100,
    ...(description !== '' && { description }),
  };
}
