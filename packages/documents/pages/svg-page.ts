import { descendantsOf, elementsOf, parseXml, type XmlElement } from '@bakkum/markup/xml';
import type { Faces } from './faces.ts';
import { combine, IDENTITY, type Matrix, numbersOf, parseTransform } from './matrix.ts';
import { type PdfFile, real } from './pdf-file.ts';
import { readDataUrl, type WrittenPicture, writePicture } from './picture.ts';
import type { StructurePath, TextArea } from './structure.ts';
import { boxOf, writeGradient } from './svg-paint.ts';
import { outlineOf } from './svg-path.ts';
import { colourOf, INITIAL_STYLE, referenceOf, type Style, styleOf } from './svg-style.ts';
import { placeText, spacedAt, textOperators, textPieces } from './svg-text.ts';

/** Resources that a page's content refers to. */
export type Resources = {
  readonly pictures: Map<string, WrittenPicture | undefined>;
  readonly states: Map<string, string>;
  readonly shadings: Map<string, number>;
  /** Images by the names that drawings use. */
  readonly images: ReadonlyMap<string, Uint8Array>;
};

/** For tagged documents: the areas of a page's text, and how its content joins an element. */
type Marking = {
  readonly areas: readonly TextArea[];
  /** The element of text outside of all areas. */
  readonly other: StructurePath;
  mark(path: StructurePath): number;
};

/** The page being drawn. Text is held back until something else is drawn, so that letters drawn one by one become lines. */
type Page = {
  readonly pdf: PdfFile;
  readonly faces: Faces;
  readonly resources: Resources;
  readonly named: ReadonlyMap<string, XmlElement>;
  readonly lost: { pictures: number };
  readonly marking: Marking | undefined;
  readonly write: (operators: string) => void;
};

type WaitingText = {
  readonly key: string;
  readonly path: StructurePath;
  readonly placed: ReturnType<typeof placeText>;
};

const NOT_DRAWN: ReadonlySet<string> = new Set([
  ...['defs', 'clipPath', 'pattern', 'marker', 'linearGradient', 'radialGradient', 'filter', 'mask', 'symbol'],
  ...['style', 'title', 'desc', 'metadata', 'script', 'foreignObject'],
]);

const MAX_TILES = 4000;
const CAPS: Readonly<Record<string, number>> = { butt: 0, round: 1, square: 2 };
const JOINS: Readonly<Record<string, number>> = { miter: 0, round: 1, bevel: 2 };

/** Loads the typefaces that the texts of a drawing need. */
export async function prepareText(root: XmlElement, faces: Faces): Promise<void> {
  const visit = async (element: XmlElement, inherited: Style): Promise<void> => {
    if (element.name === 'text') {
      for (const { style, text } of textPieces(element, inherited)) await faces.prepare(style.family, style.bold, `${text} `);
      return;
    }
    const style = styleOf(element, inherited);
    for (const child of elementsOf(element)) await visit(child, style);
  };
  await visit(root, INITIAL_STYLE);
}

/** Converts SVG to page content in the SVG's coordinates; writes the objects it refers to into the file. */
export function drawPage(
  root: XmlElement,
  pdf: PdfFile,
  faces: Faces,
  resources: Resources,
  marking?: Marking,
): { readonly content: string; readonly lostPictures: number } {
  let content = '';
  const named = new Map<string, XmlElement>();
  for (const element of allOf(root)) if (element.attributes['id'] !== undefined) named.set(element.attributes['id'], element);
  const lost = { pictures: 0 };
  const page: Page = {
    pdf,
    faces,
    resources,
    named,
    lost,
    marking,
    write: (operators) => {
      content += operators;
    },
  };
  drawChildren(page, root, styleOf(root, INITIAL_STYLE));
  return { content, lostPictures: lost.pictures };
}

function* allOf(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of elementsOf(element)) yield* allOf(child);
}

function drawChildren(page: Page, parent: XmlElement, style: Style): void {
  let waiting: WaitingText | undefined;
  const flush = (): void => {
    if (waiting) page.write(marked(page, waiting.path, `q ${waiting.key}${textOperators(waiting.placed)}Q\n`));
    waiting = undefined;
  };
  for (const child of elementsOf(parent)) {
    if (NOT_DRAWN.has(child.name)) continue;
    if (child.name !== 'text' || child.attributes['clip-path'] !== undefined) {
      flush();
      drawElement(page, child, style);
      continue;
    }
    for (const { key, path, placed } of textsOf(page, child, style)) {
      if (waiting && (waiting.key !== key || waiting.path !== path)) flush();
      waiting = { key, path, placed: [...(waiting?.placed ?? []), ...placed] };
    }
  }
  flush();
}

/** The texts of an element with their graphics state, as operators. */
function* textsOf(page: Page, element: XmlElement, inherited: Style): Generator<WaitingText> {
  const transform = parseTransform(element.attributes['transform']);
  for (const piece of textPieces(element, inherited)) {
    const colour = colourOf(piece.style.fill);
    if (!colour) continue;
    const key = `${opacityOf(page, piece.style)}${colour.map(real).join(' ')} rg ${colour.map(real).join(' ')} RG `;
    const placed = placeText(piece.element, piece.style, piece.text, transform, page.faces);
    const area = areaAt(page, placed[0]?.matrix);
    const path = area?.path ?? page.marking?.other ?? NO_PATH;
    yield { key, path, placed: area?.endsInSpace ? spacedAt(placed, area.x + area.width) : placed };
  }
}

const NO_PATH: StructurePath = [];

function areaAt({ marking }: Page, [, , , , x, y]: Matrix = IDENTITY): TextArea | undefined {
  return marking?.areas.find(
    (one) => x >= one.x - 1 && x <= one.x + one.width + 1 && y >= one.y - 1 && y <= one.y + one.height + 1,
  );
}

/** Areas are in the coordinates of the page. */
const withoutAreas = ({ marking, ...page }: Page): Page => ({ ...page, marking: marking && { ...marking, areas: [] } });

/** Marked content (ISO 32000-1, 14.6). */
function marked({ marking }: Page, path: StructurePath, operators: string): string {
  if (!marking) return operators;
  return `/${path.at(-1)?.type ?? 'P'} << /MCID ${marking.mark(path)} >> BDC\n${operators}EMC\n`;
}

/** Draws content that screen readers skip. */
function drawArtifact(page: Page, draw: (page: Page) => void): void {
  if (page.marking) page.write('/Artifact BMC\n');
  draw({ ...page, marking: undefined });
  if (page.marking) page.write('EMC\n');
}

function drawElement(page: Page, element: XmlElement, inherited: Style): void {
  const style = styleOf(element, inherited);
  page.write('q\n');
  const transform = parseTransform(element.attributes['transform']);
  if (transform !== IDENTITY) page.write(`${concatenate(transform)}\n`);
  const clip = page.named.get(referenceOf(element.attributes['clip-path']) ?? '');
  if (clip) page.write(clipOperators(clip));
  drawInside(page, element, inherited, style);
  page.write('Q\n');
}

function drawInside(page: Page, element: XmlElement, inherited: Style, style: Style): void {
  switch (element.name) {
    case 'g':
    case 'a':
    case 'switch':
      drawChildren(element.attributes['transform'] === undefined ? page : withoutAreas(page), element, style);
      break;
    case 'svg':
      drawArtifact(page, (inside) => drawNested(inside, element, style));
      break;
    case 'text':
      for (const { key, path, placed } of textsOf(page, element, inherited))
        page.write(marked(page, path, `${key}${textOperators(placed)}`));
      break;
    case 'image':
      drawArtifact(page, (inside) => drawPicture(inside, element, style));
      break;
    case 'use':
      drawUsed(page, element, style);
      break;
    default:
      drawArtifact(page, (inside) => drawShape(inside, element, style));
  }
}

function concatenate(matrix: Matrix): string {
  return `${matrix.map((part) => String(Math.round(part * 1e6) / 1e6)).join(' ')} cm`;
}

function clipOperators(clip: XmlElement): string {
  const outline = elementsOf(clip)
    .map((shape) => outlineOf(shape))
    .join('');
  const evenOdd = elementsOf(clip).some(({ attributes }) => attributes['clip-rule'] === 'evenodd');
  // An empty clip hides everything.
  return `${outline === '' ? '0 0 m ' : outline}${evenOdd ? 'W*' : 'W'} n\n`;
}

function opacityOf({ resources }: Page, { fillOpacity, strokeOpacity }: Style): string {
  if (fillOpacity >= 1 && strokeOpacity >= 1) return '';
  const state = `<< /ca ${real(fillOpacity)} /CA ${real(strokeOpacity)} >>`;
  const name = resources.states.get(state) ?? `G${resources.states.size + 1}`;
  resources.states.set(state, name);
  return `/${name} gs `;
}

function drawShape(page: Page, element: XmlElement, style: Style): void {
  const outline = outlineOf(element);
  if (outline === '') return;
  const fill = element.name === 'line' ? undefined : colourOf(style.fill);
  const paint = page.named.get(referenceOf(style.fill) ?? '');
  if (paint && element.name !== 'line') drawPaint(page, paint, outline, style);
  const stroke = style.strokeWidth > 0 ? colourOf(style.stroke) : undefined;
  const filled = fill ? `${fill.map(real).join(' ')} rg ` : '';
  const stroked = stroke ? `${stroke.map(real).join(' ')} RG ${strokeOperators(style)}` : '';
  const operator = paintOperator(fill !== undefined, stroke !== undefined, style.evenOdd);
  page.write(`${opacityOf(page, style)}${filled}${stroked}${outline}${operator}\n`);
  if (stroke && element.name === 'line') drawMarkers(page, element, style);
}

function paintOperator(fill: boolean, stroke: boolean, evenOdd: boolean): string {
  if (fill && stroke) return evenOdd ? 'B*' : 'B';
  if (fill) return evenOdd ? 'f*' : 'f';
  return stroke ? 'S' : 'n';
}

function strokeOperators({ strokeWidth, dashes, cap, join }: Style): string {
  const lengths = numbersOf(dashes === 'none' ? '' : dashes);
  const dashed = lengths.some((length) => length > 0) ? `[${lengths.map(real).join(' ')}] 0 d ` : '';
  return `${real(strokeWidth)} w ${CAPS[cap] ?? 0} J ${JOINS[join] ?? 0} j ${dashed}`;
}

function drawPaint(page: Page, paint: XmlElement, outline: string, style: Style): void {
  const box = boxOf(outline);
  if (paint.name === 'pattern') {
    drawTiles(page, paint, outline, box, style);
    return;
  }
  const gradient = writeGradient(page.pdf, paint, box);
  if (!gradient) return;
  const name = `S${page.resources.shadings.size + 1}`;
  page.resources.shadings.set(name, gradient.object);
  page.write(
    `q ${opacityOf(page, style)}${outline}${style.evenOdd ? 'W*' : 'W'} n ${concatenate(gradient.matrix)} /${name} sh Q\n`,
  );
}

/** Hatches: the tile is drawn repeatedly, which keeps its lines sharp everywhere. */
function drawTiles(page: Page, pattern: XmlElement, outline: string, box: ReturnType<typeof boxOf>, style: Style): void {
  const width = Number.parseFloat(pattern.attributes['width'] ?? '');
  const height = Number.parseFloat(pattern.attributes['height'] ?? '');
  const [left, top, across, down] = box;
  const [columns, rows] = [Math.ceil(across / width) + 1, Math.ceil(down / height) + 1];
  if (!(columns * rows <= MAX_TILES)) return;
  page.write(`q ${outline}W n\n`);
  for (let index = 0; index < columns * rows; index += 1) {
    const x = (Math.floor(left / width) + (index % columns)) * width;
    const y = (Math.floor(top / height) + Math.floor(index / columns)) * height;
    page.write(`q 1 0 0 1 ${real(x)} ${real(y)} cm\n`);
    drawChildren(page, pattern, style);
    page.write('Q\n');
  }
  page.write('Q\n');
}

/** Draws arrow heads at the ends of a line (SVG 1.1, 11.6). */
function drawMarkers(page: Page, { attributes }: XmlElement, style: Style): void {
  const number = (name: string): number => Number.parseFloat(attributes[name] ?? '') || 0;
  const angle = (Math.atan2(number('y2') - number('y1'), number('x2') - number('x1')) * 180) / Math.PI;
  const start = page.named.get(referenceOf(attributes['marker-start']) ?? '');
  const end = page.named.get(referenceOf(attributes['marker-end']) ?? '');
  if (start) drawMarker(page, start, style, `translate(${number('x1')},${number('y1')})`, angle, true);
  if (end) drawMarker(page, end, style, `translate(${number('x2')},${number('y2')})`, angle, false);
}

function drawMarker(page: Page, marker: XmlElement, style: Style, place: string, angle: number, first: boolean): void {
  const { orient, markerUnits, refX = '0', refY = '0' } = marker.attributes;
  const turn = orient === 'auto-start-reverse' && first ? angle + 180 : orient?.startsWith('auto') ? angle : Number(orient ?? 0);
  const scale = markerUnits === 'userSpaceOnUse' ? 1 : style.strokeWidth;
  const [, , boxWidth = 0, boxHeight = 0] = numbersOf(marker.attributes['viewBox'] ?? '');
  const fit = boxWidth > 0 && boxHeight > 0 ? Number.parseFloat(marker.attributes['markerWidth'] ?? '3') / boxWidth : 1;
  const onto = parseTransform(`${place} rotate(${turn}) scale(${scale * fit}) translate(${-Number(refX)},${-Number(refY)})`);
  page.write(`q ${concatenate(onto)}\n`);
  drawChildren(page, marker, styleOf(marker, { ...INITIAL_STYLE, stroke: 'none' }));
  page.write('Q\n');
}

function drawUsed(page: Page, element: XmlElement, style: Style): void {
  const target = page.named.get((element.attributes['href'] ?? element.attributes['xlink:href'] ?? '').slice(1));
  // A reference to an ancestor would recurse endlessly.
  if (!target || [...descendantsOf(target, 'use')].length > 0 || target.name === 'use') return;
  const { x = '0', y = '0' } = element.attributes;
  page.write(`${concatenate([1, 0, 0, 1, Number(x), Number(y)])}\n`);
  drawElement(page, target, style);
}

/** A nested drawing in its own box; its view box fills the box or is fitted into its centre. */
function drawNested(page: Page, element: XmlElement, style: Style): void {
  const number = (name: string): number => Number.parseFloat(element.attributes[name] ?? '') || 0;
  const [width, height] = [number('width'), number('height')];
  page.write(`${concatenate([1, 0, 0, 1, number('x'), number('y')])}\n`);
  const [left = 0, top = 0, across = 0, down = 0] = numbersOf(element.attributes['viewBox'] ?? '');
  if (width > 0 && height > 0) page.write(`0 0 ${real(width)} ${real(height)} re W n\n`);
  if (across > 0 && down > 0 && width > 0 && height > 0) {
    const fitted = fit(across, down, width, height, element.attributes['preserveAspectRatio'] === 'none');
    page.write(`${concatenate(combine([1, 0, 0, 1, -left, -top], fitted))}\n`);
  }
  drawChildren(page, element, style);
}

function fit(across: number, down: number, width: number, height: number, stretched: boolean): Matrix {
  const [sx, sy] = [width / across, height / down];
  if (stretched) return [sx, 0, 0, sy, 0, 0];
  const scale = Math.min(sx, sy);
  return [scale, 0, 0, scale, (width - across * scale) / 2, (height - down * scale) / 2];
}

function drawPicture(page: Page, element: XmlElement, style: Style): void {
  const number = (name: string): number => Number.parseFloat(element.attributes[name] ?? '') || 0;
  const address = element.attributes['href'] ?? element.attributes['xlink:href'] ?? '';
  const given = page.resources.images.get(address);
  const data = given ? { type: '', bytes: given } : readDataUrl(address);
  if (data?.type === 'image/svg+xml') {
    const placed = placedInside(parseXml(new TextDecoder().decode(data.bytes)), element);
    drawNested(page, placed, style);
    return;
  }
  const { pictures } = page.resources;
  if (!pictures.has(address)) pictures.set(address, data && writePicture(page.pdf, data.bytes));
  const picture = pictures.get(address);
  if (!picture) {
    page.lost.pictures += 1;
    return;
  }
  const [width, height] = [number('width') || picture.width, number('height') || picture.height];
  const stretched = element.attributes['preserveAspectRatio'] === 'none';
  const fitted = combine(fit(picture.width, picture.height, width, height, stretched), [1, 0, 0, 1, number('x'), number('y')]);
  // An image fills the unit square, upright in coordinates that grow upwards.
  const square: Matrix = [picture.width, 0, 0, -picture.height, 0, picture.height];
  page.write(`${opacityOf(page, style)}${concatenate(combine(square, fitted))} /I${picture.object} Do\n`);
}

/** A nested drawing in place of an image; its own size is scaled to the place. */
function placedInside(inner: XmlElement, { attributes }: XmlElement): XmlElement {
  const { x = '0', y = '0', width = '0', height = '0' } = attributes;
  const { width: ownWidth = width, height: ownHeight = height } = inner.attributes;
  const viewBox = `0 0 ${Number.parseFloat(ownWidth)} ${Number.parseFloat(ownHeight)}`;
  return { ...inner, attributes: { viewBox, ...inner.attributes, x, y, width, height } };
}
