import type { FontFace, Glyph } from '@bakkum/document-layout/page-content';
import { apply, boxAround } from '@bakkum/document-pdfium/geometry';
import { type Matrix, multiply, readMatrix } from '@bakkum/document-pdfium/matrix';
import type { Pdfium } from '@bakkum/document-pdfium/program';
import { hexColour } from '@bakkum/markup/colour';
import { createFaceReader } from './font-face.ts';

/** Text rendering mode of invisible glyphs (ISO 32000-1, table 106). */
const INVISIBLE = 3;
/** PDFium's code for a hyphen at the end of a line. */
const LINE_END_HYPHEN = 2;

/** Properties shared by the characters of a text object. */
type Shared = {
  readonly font: FontFace;
  readonly colour: string;
  readonly invisible: boolean;
  readonly mark: number;
};

/** Reads the characters of a page in drawing order, without the spaces PDFium inserts. */
export function readGlyphs(pdfium: Pdfium, page: number, toPage: Matrix): Glyph[] {
  const { call } = pdfium;
  const text = call.FPDFText_LoadPage(page);
  if (text === 0) return [];
  const sharedOf = createObjectReader(pdfium);
  const glyphs: Glyph[] = [];
  const count = call.FPDFText_CountChars(text);
  for (let index = 0; index < count; index++) {
    const first = call.FPDFText_GetUnicode(text, index) >>> 0;
    const code = wholeCode(first, index + 1 < count ? call.FPDFText_GetUnicode(text, index + 1) >>> 0 : 0);
    if (isLayout(code) || call.FPDFText_IsGenerated(text, index) === 1) continue;
    const object = call.FPDFText_GetTextObject(text, index);
    if (object === 0) continue;
    const place = placeOf(pdfium, text, index, toPage);
    if (place) glyphs.push({ ...place, ...sharedOf(object), text: characterOf(code) });
  }
  call.FPDFText_ClosePage(text);
  return glyphs;
}

/** PDFium counts surrogate halves as two characters, of which the first has the position. */
function wholeCode(first: number, second: number): number {
  const isPair = first >= 0xd800 && first < 0xdc00 && second >= 0xdc00 && second < 0xe000;
  if (isPair) return 0x10000 + ((first - 0xd800) << 10) + second - 0xdc00;
  return first >= 0xdc00 && first < 0xe000 ? 0 : first;
}

const isLayout = (code: number): boolean => code === 0 || code === 10 || code === 13 || code === 0xfffe || code === 0xffff;

function characterOf(code: number): string {
  if (code === LINE_END_HYPHEN) return '-';
  if (code === 0xa0 || code === 9) return ' ';
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code);
}

type Place = Pick<Glyph, 'left' | 'top' | 'right' | 'bottom' | 'baseline' | 'size' | 'angle' | 'stretch'>;

function placeOf(pdfium: Pdfium, text: number, index: number, toPage: Matrix): Place | undefined {
  const { call, scratch } = pdfium;
  if (call.FPDFText_GetLooseCharBox(text, index, scratch) === 0) return undefined;
  const view = pdfium.view();
  const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((at) => view.getFloat32(scratch + at, true));
  const box = boxAround(toPage, left, bottom, right, top);
  call.FPDFText_GetCharOrigin(text, index, scratch, scratch + 8);
  const after = pdfium.view();
  const origin = apply(toPage, after.getFloat64(scratch, true), after.getFloat64(scratch + 8, true));
  call.FPDFText_GetMatrix(text, index, scratch);
  const matrix = multiply(readMatrix(pdfium, scratch), toPage);
  const [a, b, c, d] = matrix;
  const size = fontSize(pdfium, text, index) * Math.hypot(c, d);
  if (!Number.isFinite(size) || size <= 0) return undefined;
  const angle = angleOf(matrix);
  const isUpright = Math.abs(angle) < 1;
  const stretch = Math.hypot(a, b) / Math.hypot(c, d);
  return {
    ...box,
    baseline: isUpright ? origin.y : box.bottom,
    size,
    angle: isUpright ? 0 : angle,
    ...(Math.abs(stretch - 1) > SAME_STRETCH && { stretch }),
  };
}

/** Smaller differences between width and height come from rounding. */
const SAME_STRETCH = 0.015;

/** Returns degrees, clockwise. For mirrored letters, as in the names of TeX programs, the vertical axis counts. */
export function angleOf([a, b, c, d]: Matrix): number {
  const along = (Math.atan2(b, a) * 180) / Math.PI;
  const upright = (Math.atan2(c, -d) * 180) / Math.PI;
  return Math.abs(upright) < Math.abs(along) ? upright : along;
}

/** FPDFText_GetFontSize returns a double directly. */
function fontSize({ call }: Pdfium, text: number, index: number): number {
  return Math.abs(call.FPDFText_GetFontSize(text, index));
}

function createObjectReader(pdfium: Pdfium): (object: number) => Shared {
  const faceOf = createFaceReader(pdfium);
  const known = new Map<number, Shared>();
  return (object) => {
    const shared = known.get(object) ?? readObject(pdfium, object, faceOf);
    known.set(object, shared);
    return shared;
  };
}

function readObject(pdfium: Pdfium, object: number, faceOf: (font: number) => FontFace): Shared {
  const { call } = pdfium;
  return {
    font: faceOf(call.FPDFTextObj_GetFont(object)),
    colour: readColour(pdfium, object, 'fill')?.colour ?? '#000000',
    invisible: call.FPDFTextObj_GetTextRenderMode(object) === INVISIBLE,
    mark: call.FPDFPageObj_GetMarkedContentID(object),
  };
}

/** `#rrggbb`, and its opacity from 0 to 255. */
export type ReadColour = { readonly colour: string; readonly alpha: number };

/** Reads the colour of an object. */
export function readColour({ call, scratch, view }: Pdfium, object: number, which: 'fill' | 'stroke'): ReadColour | undefined {
  const read = which === 'fill' ? call.FPDFPageObj_GetFillColor : call.FPDFPageObj_GetStrokeColor;
  if (read(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0) return undefined;
  const [red = 0, green = 0, blue = 0, alpha = 255] = [0, 4, 8, 12].map((at) => view().getUint32(scratch + at, true) & 0xff);
  return { colour: hexColour([red, green, blue]), alpha };
}
