import { hexColour } from '@bakkum/markup/colour';
import { bulged, ellipse, spline, through } from './curves.ts';
import { all, type Drawing, type Entity, parseDxf, real, text } from './dxf-parse.ts';
import { drawDot, drawLine, drawWords, type Point, type Sheet, sheet, toSvg } from './sheet.ts';

/** Transformation of a block, and properties its parts inherit. */
type Frame = {
  readonly place: (point: Point) => Point;
  /** Scale, and rotation in degrees, for entities without points. */
  readonly zoom: number;
  readonly turn: number;
  readonly colour: string;
  readonly layer: string;
  readonly depth: number;
};

const MAX_DEPTH = 16;
/** Limit on parts, because a small file can nest blocks without end. */
const MAX_PARTS = 500_000;

/** Draws the top view of a drawing. */
export function dxfToSvg(file: Uint8Array<ArrayBuffer>): string | undefined {
  const drawing = parseDxf(file);
  const into = sheet();
  const frame: Frame = { place: (point) => point, zoom: 1, turn: 0, colour: BLACK, layer: '0', depth: 0 };
  for (const entity of drawing.entities) if (real(entity, 67) === 0) draw(into, entity, drawing, frame);
  return toSvg(into);
}

const BLACK = '#000000';
const FIXED: Readonly<Record<number, string>> = {
  1: '#ff0000',
  2: '#c8b400',
  3: '#00a000',
  4: '#00a0a0',
  5: '#0000ff',
  6: '#ff00ff',
  7: BLACK,
  8: '#808080',
  9: '#c0c0c0',
};
const BY_BLOCK = 0;
const BY_LAYER = 256;

/** AutoCAD colours by number, darkened where they would vanish on white: 24 hues in five strengths, then greys. */
function colourOf(index: number): string {
  const fixed = FIXED[index];
  if (fixed !== undefined) return fixed;
  if (index >= 250) return hexColour(Array<number>(3).fill(51 + (index - 250) * 30));
  const hue = (Math.floor(index / 10) - 1) * 15;
  const strength = [1, 0.65, 0.5, 0.3, 0.15][Math.floor((index % 10) / 2)] ?? 1;
  const pale = index % 2 === 1 ? 0.5 : 0;
  const channel = (step: number): number => {
    const place = (step + hue / 60) % 6;
    const value = 1 - Math.max(0, Math.min(place, 4 - place, 1));
    return (value * (1 - pale) + pale) * strength * 255;
  };
  return hexColour([5, 3, 1].map(channel));
}

function lookOf(
  entity: Entity,
  { layers }: Drawing,
  frame: Frame,
): { readonly colour: string; readonly layer: string; readonly isHidden: boolean } {
  const own = text(entity, 8);
  const layer = own === '' || own === '0' ? frame.layer : own;
  const known = layers.get(layer);
  const given = real(entity, 420, -1);
  const index = real(entity, 62, BY_LAYER);
  const named = index === BY_LAYER ? colourOf(known?.colour ?? 7) : index === BY_BLOCK ? frame.colour : colourOf(Math.abs(index));
  const colour = given >= 0 ? `#${(given & 0xffffff).toString(16).padStart(6, '0')}` : named;
  return { colour, layer, isHidden: (known?.isHidden ?? false) || real(entity, 60) === 1 };
}

function draw(into: Sheet, entity: Entity, drawing: Drawing, frame: Frame): void {
  if (into.parts.length > MAX_PARTS) return;
  const { colour, layer, isHidden } = lookOf(entity, drawing, frame);
  if (isHidden) return;
  const line = (points: readonly Point[], closed = false, filled = false): void =>
    drawLine(into, points.map(frame.place), { colour, closed, filled });
  if (drawCurve(entity, line) || drawArea(entity, line)) return;
  if (entity.kind === 'POINT') return drawDot(into, frame.place(at(entity, 10)), colour);
  if (entity.kind === 'TEXT' || entity.kind === 'ATTRIB' || entity.kind === 'MTEXT') return drawText(into, entity, colour, frame);
  if (entity.kind === 'DIMENSION')
    return drawBlock(into, text(entity, 2), drawing, { ...frame, colour, layer, depth: frame.depth + 1 });
  if (entity.kind === 'INSERT') drawInsert(into, entity, drawing, { ...frame, colour, layer });
}

const at = (entity: Entity, code: number): Point => [real(entity, code), real(entity, code + 10)];
const pairs = (entity: Entity, code: number): readonly Point[] => {
  const ys = all(entity, code + 10);
  return all(entity, code).map((x, index): Point => [x, ys[index] ?? 0]);
};
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

type Line = (points: readonly Point[], closed?: boolean, filled?: boolean) => void;

/** Returns true if the entity is a kind of line. */
function drawCurve(entity: Entity, line: Line): boolean {
  switch (entity.kind) {
    case 'LINE':
      line([at(entity, 10), at(entity, 11)]);
      return true;
    case 'LWPOLYLINE':
    case 'POLYLINE':
      drawPolyline(entity, line);
      return true;
    case 'CIRCLE':
      line(ellipse(at(entity, 10), [real(entity, 40), 0], 1, 0, 2 * Math.PI), true);
      return true;
    case 'ARC':
      line(ellipse(at(entity, 10), [real(entity, 40), 0], 1, radians(real(entity, 50)), radians(real(entity, 51))));
      return true;
    case 'ELLIPSE':
      line(ellipse(at(entity, 10), at(entity, 11), real(entity, 40, 1), real(entity, 41), real(entity, 42, 2 * Math.PI)));
      return true;
    case 'SPLINE': {
      const controls = pairs(entity, 10);
      line(
        controls.length > 0
          ? spline(controls, all(entity, 40), real(entity, 71, 3), all(entity, 41))
          : through(pairs(entity, 11)),
      );
      return true;
    }
    case 'LEADER':
      line(pairs(entity, 10));
      return true;
    default:
      return false;
  }
}

function drawPolyline(entity: Entity, line: Line): void {
  const isClosed = (real(entity, 70) & 1) === 1;
  const vertices =
    entity.kind === 'POLYLINE'
      ? entity.followers
          .filter(({ kind }) => kind === 'VERTEX')
          .map((vertex) => ({ point: at(vertex, 10), bulge: real(vertex, 42) }))
      : lightVertices(entity);
  const points = vertices.flatMap(({ point, bulge }, index) => {
    const next = vertices[index + 1] ?? (isClosed ? vertices[0] : undefined);
    return next ? bulged(point, next.point, bulge) : [point];
  });
  line(points, isClosed);
}

/** A bulge follows the vertex it belongs to; most vertices have none. */
function lightVertices({ groups }: Entity): readonly { readonly point: Point; readonly bulge: number }[] {
  const vertices: { point: Point; bulge: number }[] = [];
  for (const [code, value] of groups) {
    const last = vertices.at(-1);
    if (code === 10) vertices.push({ point: [Number(value), 0], bulge: 0 });
    else if (code === 20 && last) last.point = [last.point[0], Number(value)];
    else if (code === 42 && last) last.bulge = Number(value);
  }
  return vertices;
}

/** Returns true if the entity is a face or a fill. */
function drawArea(entity: Entity, line: Line): boolean {
  const corners = (): readonly Point[] =>
    [10, 11, 12, 13].filter((code) => text(entity, code) !== '').map((code) => at(entity, code));
  switch (entity.kind) {
    case 'SOLID':
    case 'TRACE': {
      const [a, b, c, d] = corners();
      line(
        [a, b, d, c].flatMap((corner) => (corner ? [corner] : [])),
        true,
        true,
      );
      return true;
    }
    case '3DFACE':
      line(corners(), true);
      return true;
    case 'HATCH':
      if (real(entity, 70) === 1) drawHatch(entity, line);
      return true;
    default:
      return false;
  }
}

/** Draws the boundary polylines and straight edges of solid fills. Patterns are skipped; other entities draw their outline. */
function drawHatch(entity: Entity, line: Line): void {
  const start = entity.groups.findIndex(([code]) => code === 92);
  const end = entity.groups.findIndex(([code]) => code === 75);
  const outline: Entity = { ...entity, groups: entity.groups.slice(start + 1, end < 0 ? undefined : end) };
  const points = pairs(outline, 10);
  if (start >= 0 && points.length >= 3) line(points, true, true);
}

const LEFT_MIDDLE_RIGHT: Readonly<Record<number, number>> = { 1: 1, 2: 2, 4: 1 };

function drawText(into: Sheet, entity: Entity, colour: string, frame: Frame): void {
  const isLong = entity.kind === 'MTEXT';
  const words = isLong ? longText(entity) : plainText(text(entity, 1));
  const align = isLong ? (real(entity, 71, 1) - 1) % 3 : (LEFT_MIDDLE_RIGHT[real(entity, 72)] ?? 0);
  const place = !isLong && (align !== 0 || real(entity, 73) !== 0) && text(entity, 11) !== '' ? at(entity, 11) : at(entity, 10);
  const slope =
    isLong && text(entity, 11) !== '' ? (Math.atan2(real(entity, 21), real(entity, 11)) * 180) / Math.PI : real(entity, 50);
  drawWords(into, {
    at: frame.place(place),
    height: real(entity, 40, 1) * frame.zoom,
    turn: slope + frame.turn,
    colour,
    lines: words.split('\n'),
    align,
    hangs: isLong && real(entity, 71, 1) <= 3,
  });
}

/** Decodes special characters written as codes. */
const plainText = (words: string): string =>
  words
    .replaceAll(/%%([dpc])/gi, (_, sign: string) => ({ d: '°', p: '±', c: '⌀' })[sign.toLowerCase()] ?? '')
    .replaceAll(/%%[uok]/gi, '')
    .replaceAll(/\\U\+([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Returns the text of paragraphs without inline font and colour codes. */
function longText({ groups }: Entity): string {
  const words = groups.flatMap(([code, value]) => (code === 3 || code === 1 ? [value] : [])).join('');
  return plainText(words)
    .replaceAll(/\\P/g, '\n')
    .replaceAll('\\~', ' ')
    .replaceAll(/\\S([^;#^/\\]*)[#^/]([^;\\]*);/g, '$1/$2')
    .replaceAll(/\\[ACFHQTWcfhpqtw][^;\\{}]*;|\\[LOKlok]/g, '')
    .replaceAll(/(?<!\\)[{}]/g, '')
    .replaceAll(/\\([\\{}])/g, '$1');
}

function drawInsert(into: Sheet, entity: Entity, drawing: Drawing, frame: Frame): void {
  const [sx, sy] = [real(entity, 41, 1), real(entity, 42, 1)];
  const turn = radians(real(entity, 50));
  const [left, bottom] = at(entity, 10);
  const base = drawing.blocks.get(text(entity, 2))?.base ?? [0, 0];
  const place = ([x, y]: Point): Point => {
    const [dx, dy] = [(x - base[0]) * sx, (y - base[1]) * sy];
    return frame.place([left + dx * Math.cos(turn) - dy * Math.sin(turn), bottom + dx * Math.sin(turn) + dy * Math.cos(turn)]);
  };
  const inner = { ...frame, place, zoom: frame.zoom * Math.abs(sy), turn: frame.turn + real(entity, 50), depth: frame.depth + 1 };
  drawBlock(into, text(entity, 2), drawing, inner);
  for (const attribute of entity.followers)
    if (attribute.kind === 'ATTRIB' && (real(attribute, 70) & 1) === 0) draw(into, attribute, drawing, frame);
}

function drawBlock(into: Sheet, name: string, drawing: Drawing, frame: Frame): void {
  if (frame.depth > MAX_DEPTH) return;
  for (const entity of drawing.blocks.get(name)?.entities ?? []) draw(into, entity, drawing, frame);
}
