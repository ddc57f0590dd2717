import { componentsOf, hexColour } from '@bakkum/markup/colour';
import { type FigDrawing, type FigObject, parseFig, type Tip } from './fig-parse.ts';
import { drawLine, drawWords, type Point, type Sheet, sheet, toSvg } from './sheet.ts';

/** The 32 standard colours (Xfig manual, "Color numbers"). */
const COLOURS = [
  ...['#000000', '#0000ff', '#00ff00', '#00ffff', '#ff0000', '#ff00ff', '#ffff00', '#ffffff', '#000090', '#0000b0', '#0000d0'],
  ...['#87ceff', '#009000', '#00b000', '#00d000', '#009090', '#00b0b0', '#00d0d0', '#900000', '#b00000', '#d00000', '#900090'],
  ...['#b000b0', '#d000d0', '#803000', '#a04000', '#c06000', '#ff8080', '#ffa0a0', '#ffc0c0', '#ffe0e0', '#ffd700'],
];
const PLACE = { style: 1, thickness: 3, pen: 4, fill: 5, depth: 6, area: 8 } as const;
/** Line widths are stored in eightieths of an inch. */
const THICKNESS = 80;
const POINTS_AN_INCH = 72;
const STEPS = 72;

/** Draws an Xfig drawing by depth; `undefined` if nothing was drawn. */
export function figToSvg(file: Uint8Array): string | undefined {
  const drawing = parseFig(file);
  const into = sheet();
  const depthOf = ({ kind, numbers }: FigObject): number => numbers[kind === 'text' ? 3 : PLACE.depth] ?? 0;
  for (const object of [...drawing.objects].sort((one, other) => depthOf(other) - depthOf(one))) {
    if (object.kind === 'text') drawText(into, object, drawing);
    else drawShape(into, object, drawing);
  }
  return toSvg(into);
}

function colourOf({ colours }: FigDrawing, index: number): string {
  return colours.get(index) ?? COLOURS[index] ?? '#000000';
}

/** The y axis points down in the file and up on the sheet. */
const placed = ([x, y]: readonly [number, number]): Point => [x, -y];

function drawShape(into: Sheet, object: FigObject, drawing: FigDrawing): void {
  const { numbers, tips } = object;
  const at = (place: number): number => numbers[place] ?? 0;
  const points = outlineOf(object).map(placed);
  const isClosed = closes(object);
  if (at(PLACE.area) >= 0) drawLine(into, points, { colour: filling(drawing, at(PLACE.fill), at(PLACE.area)), filled: true });
  if (at(PLACE.thickness) <= 0) return;
  const colour = colourOf(drawing, at(PLACE.pen));
  drawLine(into, points, { colour, closed: isClosed, width: (at(PLACE.thickness) * drawing.unit) / THICKNESS });
  if (tips.forward) drawTip(into, points.slice(-2), tips.forward, colour);
  if (tips.backward) drawTip(into, points.slice(0, 2).reverse(), tips.backward, colour);
}

function drawTip(into: Sheet, [from, to]: readonly Point[], { width, length }: Tip, colour: string): void {
  if (!from || !to) return;
  const far = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [x, y] = [(to[0] - from[0]) / far, (to[1] - from[1]) / far];
  const back: Point = [to[0] - x * length, to[1] - y * length];
  const side = (sign: number): Point => [back[0] - (y * width * sign) / 2, back[1] + (x * width * sign) / 2];
  drawLine(into, [side(1), to, side(-1)], { colour, filled: true });
}

/** Black is shaded from white to black; other colours from black to full and then to white. Patterns become a half tint. */
function filling(drawing: FigDrawing, index: number, area: number): string {
  const isBlack = index <= 0;
  const channels = componentsOf(colourOf(drawing, index));
  const share = area > 40 ? 0.5 : area > 20 ? (area - 20) / 20 : area / 20;
  const level = (channel: number): number => {
    if (isBlack && area <= 20) return 255 * (1 - share);
    return area <= 20 ? channel * share : channel + (255 - channel) * share;
  };
  return hexColour(channels.map(level));
}

function closes({ kind, numbers }: FigObject): boolean {
  const style = numbers[PLACE.style] ?? 0;
  if (kind === 'ellipse') return true;
  if (kind === 'line') return style >= 2;
  if (kind === 'arc') return style === 2;
  return style % 2 === 1;
}

function outlineOf(object: FigObject): readonly (readonly [number, number])[] {
  const { kind, numbers, points } = object;
  const at = (place: number): number => numbers[place] ?? 0;
  if (kind === 'ellipse') return ellipse({ x: at(12), y: at(13), across: at(14), down: at(15), turn: at(11) });
  if (kind === 'arc') return arc(numbers, closes(object));
  return kind === 'spline' ? spline(object) : points;
}

type Ellipse = { readonly x: number; readonly y: number; readonly across: number; readonly down: number; readonly turn: number };

function ellipse({ x, y, across, down, turn }: Ellipse): readonly (readonly [number, number])[] {
  return Array.from({ length: STEPS }, (_, step) => {
    const angle = (step * 2 * Math.PI) / STEPS;
    const [along, off] = [across * Math.cos(angle), down * Math.sin(angle)];
    // The angle is counterclockwise, and y is inverted.
    return [x + along * Math.cos(turn) + off * Math.sin(turn), y - along * Math.sin(turn) + off * Math.cos(turn)] as const;
  });
}

/** Draws an arc through three points. */
function arc(numbers: readonly number[], isWedge: boolean): readonly (readonly [number, number])[] {
  const at = (place: number): number => numbers[place] ?? 0;
  const [x, y] = [at(14), at(15)];
  const angles = [16, 18, 20].map((place) => Math.atan2(at(place + 1) - y, at(place) - x));
  const [first = 0, middle = 0, last = 0] = angles;
  const turned = (angle: number): number => (angle - first + 4 * Math.PI) % (2 * Math.PI);
  const isOnward = turned(middle) <= turned(last);
  const sweep = isOnward ? turned(last) : turned(last) - 2 * Math.PI;
  const radius = Math.hypot(at(16) - x, at(17) - y);
  const points = Array.from({ length: STEPS + 1 }, (_, step) => {
    const angle = first + (sweep * step) / STEPS;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;
  });
  return isWedge ? [...points, [x, y]] : points;
}

const PIECES = 12;

/** Draws a spline as approximated (B-spline), interpolated (Catmull-Rom) or polygonal, by the majority of its inner points. */
function spline(object: FigObject): readonly (readonly [number, number])[] {
  const { points, shapes, numbers } = object;
  const isClosed = closes(object);
  const inner = isClosed ? shapes : shapes.slice(1, -1);
  const sum = inner.reduce((total, shape) => total + Math.sign(shape), 0);
  const style = numbers[PLACE.style] ?? 0;
  const isThrough = shapes.length > 0 ? sum < 0 : style === 2 || style === 3;
  if (points.length < 3 || (shapes.length > 0 && sum === 0)) return points;
  const count = points.length;
  const point = (index: number): readonly [number, number] =>
    points[isClosed ? (index + count * 2) % count : Math.min(count - 1, Math.max(0, index))] ?? [0, 0];
  const weights = isThrough ? through : rounded;
  const [from, to] = isClosed ? [0, count] : [isThrough ? 0 : -1, isThrough ? count - 1 : count];
  const drawn: (readonly [number, number])[] = [];
  for (let piece = from; piece < to; piece += 1)
    for (let step = 0; step <= PIECES; step += 1) {
      const parts = weights(step / PIECES);
      const axis = (of: 0 | 1): number =>
        parts.reduce((total, weight, index) => total + weight * point(piece - 1 + index)[of], 0);
      drawn.push([axis(0), axis(1)]);
    }
  return drawn;
}

const rounded = (t: number): readonly number[] => [
  (1 - t) ** 3 / 6,
  (3 * t ** 3 - 6 * t ** 2 + 4) / 6,
  (-3 * t ** 3 + 3 * t ** 2 + 3 * t + 1) / 6,
  t ** 3 / 6,
];

const through = (t: number): readonly number[] => [
  (-(t ** 3) + 2 * t ** 2 - t) / 2,
  (3 * t ** 3 - 5 * t ** 2 + 2) / 2,
  (-3 * t ** 3 + 4 * t ** 2 + t) / 2,
  (t ** 3 - t ** 2) / 2,
];

/** Cap height as a fraction of the font size. */
const CAPITAL = 0.72;

function drawText(into: Sheet, { numbers, text }: FigObject, drawing: FigDrawing): void {
  const at = (place: number): number => numbers[place] ?? 0;
  drawWords(into, {
    at: placed([at(11), at(12)]),
    height: (at(6) * drawing.unit * CAPITAL) / POINTS_AN_INCH,
    turn: (at(7) * 180) / Math.PI,
    colour: colourOf(drawing, at(2)),
    lines: [text],
    align: at(1),
  });
}
