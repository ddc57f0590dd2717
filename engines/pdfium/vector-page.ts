import { encodeBase64 } from '@bakkum/bytes/bytes';
import type { PictureSource } from '@bakkum/document-layout/drafts';
import { type Box, type Glyph, heightOf, widthOf } from '@bakkum/document-layout/page-content';
import { withWholePage } from '@bakkum/document-pdfium/added-content';
import type { PdfDocument } from '@bakkum/document-pdfium/document';
import { apply, boxAround, pageMatrix } from '@bakkum/document-pdfium/geometry';
import { type Matrix, matrixOf, multiply } from '@bakkum/document-pdfium/matrix';
import type { Pdfium } from '@bakkum/document-pdfium/program';
import { escapeXmlAttribute, escapeXmlText } from '@bakkum/markup/escape';
import { readColour, readGlyphs } from './glyphs.ts';
import { densityOf, pictureSource } from './pictures.ts';

/** FPDF_PAGEOBJ_* and FPDF_SEGMENT_* (fpdf_edit.h). */
const PATH = 2;
const IMAGE = 3;
const SHADING = 4;
const FORM = 5;
const BEZIER = 1;
const MOVE = 2;
const EVEN_ODD = 1;
const MAX_DEPTH = 8;
const MAX_SEGMENTS = 2_000_000;

/** Writes a page as SVG in points: lines and areas as paths, images embedded, text in the fonts it names. */
export async function vectorPage(document: PdfDocument, index: number, signal: AbortSignal): Promise<string> {
  const pictures = pictureSource(document, index, densityOf(undefined), signal);
  const { width, height, shapes, glyphs } = await withWholePage(document, index, (page) => {
    const toPage = pageMatrix(document.pdfium, page);
    return {
      width: document.pdfium.call.FPDF_GetPageWidthF(page),
      height: document.pdfium.call.FPDF_GetPageHeightF(page),
      shapes: readPieces(document.pdfium, page, toPage),
      glyphs: readGlyphs(document.pdfium, page, toPage),
    };
  });
  const drawn: string[] = [];
  for (const shape of shapes) drawn.push(typeof shape === 'string' ? shape : await pictureSvg(shape, pictures));
  const size = `width="${number(width)}pt" height="${number(height)}pt" viewBox="0 0 ${number(width)} ${number(height)}"`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>` +
    `<rect width="100%" height="100%" fill="#ffffff"/>\n${drawn.join('\n')}\n${textsOf(glyphs).join('\n')}\n</svg>\n`
  );
}

/** An image to be read: an image of the file by index, or an area to be rendered. */
type Placed = Box & { readonly picture?: number };

const number = (value: number): string => String(Math.round(value * 100) / 100);

/** Reads paths in SVG syntax and image positions, back to front. */
function readPieces(pdfium: Pdfium, page: number, toPage: Matrix): readonly (string | Placed)[] {
  const { call, scratch } = pdfium;
  const pieces: (string | Placed)[] = [];
  let pictures = 0;
  let left = MAX_SEGMENTS;
  const visit = (object: number, outer: Matrix, depth: number): void => {
    const type = call.FPDFPageObj_GetType(object);
    const matrix = type === SHADING ? outer : multiply(matrixOf(pdfium, object), outer);
    if (type === FORM && depth < MAX_DEPTH) {
      const count = call.FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count; index++) visit(call.FPDFFormObj_GetObject(object, index), matrix, depth + 1);
    } else if (type === PATH) {
      left -= call.FPDFPath_CountSegments(object);
      const path = left > 0 ? pathSvg(pdfium, object, matrix) : '';
      if (path !== '') pieces.push(path);
    } else if (type === IMAGE) {
      pieces.push({ ...boxAround(matrix, 0, 0, 1, 1), picture: pictures });
      pictures += 1;
    } else if (type === SHADING && call.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) !== 0) {
      const view = pdfium.view();
      const [x = 0, y = 0, right = 0, top = 0] = [0, 4, 8, 12].map((at) => view.getFloat32(scratch + at, true));
      pieces.push(boxAround(matrix, x, y, right, top));
    }
  };
  const count = call.FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++) visit(call.FPDFPage_GetObject(page, index), toPage, 0);
  return pieces;
}

function pathSvg(pdfium: Pdfium, object: number, matrix: Matrix): string {
  const { call, scratch } = pdfium;
  call.FPDFPath_GetDrawMode(object, scratch, scratch + 4);
  const mode = pdfium.view().getInt32(scratch, true);
  const strokes = pdfium.view().getInt32(scratch + 4, true) !== 0;
  if (mode === 0 && !strokes) return '';
  const fill = mode === 0 ? undefined : readColour(pdfium, object, 'fill');
  const stroke = strokes ? readColour(pdfium, object, 'stroke') : undefined;
  const look = [
    fill ? `fill="${fill.colour}"${opacity('fill', fill.alpha)}` : 'fill="none"',
    fill && mode === EVEN_ODD ? 'fill-rule="evenodd"' : '',
    stroke
      ? `stroke="${stroke.colour}"${opacity('stroke', stroke.alpha)} stroke-width="${strokeWidth(pdfium, object, matrix)}"`
      : '',
  ];
  return `<path d="${pathData(pdfium, object, matrix)}" ${look.filter((part) => part !== '').join(' ')}/>`;
}

const opacity = (kind: string, alpha: number): string => (alpha < 255 ? ` ${kind}-opacity="${number(alpha / 255)}"` : '');

/** A line of zero width is drawn as thin as possible. */
function strokeWidth(pdfium: Pdfium, object: number, [a, b, c, d]: Matrix): string {
  const { call, scratch } = pdfium;
  const width = call.FPDFPageObj_GetStrokeWidth(object, scratch) === 0 ? 1 : pdfium.view().getFloat32(scratch, true);
  return number(Math.max(0.2, width * Math.sqrt(Math.abs(a * d - b * c))));
}

function pathData(pdfium: Pdfium, object: number, matrix: Matrix): string {
  const { call, scratch } = pdfium;
  const parts: string[] = [];
  let curve: string[] = [];
  const count = call.FPDFPath_CountSegments(object);
  for (let index = 0; index < count; index++) {
    const segment = call.FPDFPath_GetPathSegment(object, index);
    call.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
    const view = pdfium.view();
    const { x, y } = apply(matrix, view.getFloat32(scratch, true), view.getFloat32(scratch + 4, true));
    const point = `${number(x)} ${number(y)}`;
    const type = call.FPDFPathSegment_GetType(segment);
    if (type === BEZIER) curve.push(point);
    else parts.push(`${type === MOVE ? 'M' : 'L'}${point}`);
    if (curve.length === 3) {
      parts.push(`C${curve.join(' ')}`);
      curve = [];
    }
    if (call.FPDFPathSegment_GetClose(segment) === 1) parts.push('Z');
  }
  return parts.join('');
}

async function pictureSvg(place: Placed, pictures: PictureSource): Promise<string> {
  const stored = place.picture === undefined ? undefined : await pictures.stored(place.picture, place);
  const picture = stored ?? (await pictures.drawn(place));
  if (!picture) return '';
  const box = `x="${number(place.left)}" y="${number(place.top)}" width="${number(widthOf(place))}" height="${number(heightOf(place))}"`;
  return `<image ${box} preserveAspectRatio="none" xlink:href="data:${picture.mediaType};base64,${encodeBase64(picture.bytes)}"/>`;
}

/** Groups characters of one style and line into text elements with individual positions. */
function textsOf(glyphs: readonly Glyph[]): readonly string[] {
  const runs: Glyph[][] = [];
  for (const glyph of glyphs) {
    if (glyph.invisible) continue;
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && isSameRun(last, glyph)) run.push(glyph);
    else if (glyph.text !== ' ') runs.push([glyph]);
  }
  return runs.map(textSvg);
}

function isSameRun(last: Glyph, glyph: Glyph): boolean {
  const looksAlike = last.font === glyph.font && last.size === glyph.size && last.colour === glyph.colour;
  return looksAlike && last.angle === 0 && glyph.angle === 0 && last.baseline === glyph.baseline && glyph.left >= last.left;
}

const FALLBACK = { serif: 'serif', sans: 'sans-serif', mono: 'monospace' } as const;

function textSvg(run: readonly Glyph[]): string {
  const [first] = run;
  if (!first) return '';
  const { font, size, colour, angle } = first;
  const family = font.family === '' ? FALLBACK[font.kind] : `'${escapeXmlAttribute(font.family)}', ${FALLBACK[font.kind]}`;
  const look =
    `font-family="${family}" font-size="${number(size)}" fill="${colour}"` +
    `${font.bold ? ' font-weight="bold"' : ''}${font.italic ? ' font-style="italic"' : ''}`;
  const words = escapeXmlText(run.map(({ text }) => text).join(''));
  if (angle !== 0) {
    const [x, y] = [(first.left + first.right) / 2, (first.top + first.bottom) / 2];
    return `<text ${look} text-anchor="middle" dy=".35em" transform="translate(${number(x)} ${number(y)}) rotate(${number(angle)})">${words}</text>`;
  }
  const places = run.map(({ left }) => number(left)).join(' ');
  return `<text xml:space="preserve" ${look} x="${places}" y="${number(first.baseline)}">${words}</text>`;
}
