import { ConversionError } from '@bakkum/conversion/errors';
import { hexColour } from '@bakkum/markup/colour';
import { arcBetween, arcThrough, bezier, conic } from './cgm-curves.ts';
import { type CgmElement, elementsOf, Parameters, type Precision, usualPrecision } from './cgm-parse.ts';
import { drawLine, drawWords, type Point, type Sheet, sheet, toSvg } from './sheet.ts';

type State = {
  readonly into: Sheet;
  readonly precision: Precision;
  readonly table: Map<number, string>;
  colourRange: readonly [least: readonly number[], most: readonly number[]];
  line: { colour: string; width: number };
  edge: { colour: string; width: number; isSeen: boolean };
  fill: { colour: string; style: number };
  words: { colour: string; height: number; up: Point; base: Point; across: number; down: number };
  isLineAbsolute: boolean;
  isEdgeAbsolute: boolean;
  /** Axis signs of the picture: -1 if its extent runs left or up. */
  sign: Point;
};

const INTERIOR = { hollow: 0, empty: 4 } as const;

/** Draws the first picture of a binary Computer Graphics Metafile that is not empty; `undefined` if there is none. */
export function cgmToSvg(file: Uint8Array<ArrayBuffer>): string | undefined {
  if (file.length < 2 || (((file[0] ?? 0) << 8) | (file[1] ?? 0)) >> 5 !== 1)
    throw new ConversionError('unsupported-feature', 'not a metafile in the binary form');
  const state = startState();
  for (const element of elementsOf(file)) {
    if (element.group === 0 && element.id === 2) return toSvg(state.into);
    if (element.group === 0 && element.id === 5 && state.into.parts.length > 0) return toSvg(state.into);
    ACTIONS.get(element.group * 128 + element.id)?.(state, new Parameters(element.body, state.precision), element);
  }
  throw new ConversionError('corrupt', 'a metafile without an end');
}

function startState(): State {
  return {
    into: sheet(),
    precision: usualPrecision(),
    table: new Map([
      [0, '#ffffff'],
      [1, '#000000'],
    ]),
    colourRange: [
      [0, 0, 0],
      [255, 255, 255],
    ],
    line: { colour: '#000000', width: 0 },
    edge: { colour: '#000000', width: 0, isSeen: false },
    fill: { colour: '#000000', style: INTERIOR.hollow },
    words: { colour: '#000000', height: 0, up: [0, 1], base: [1, 0], across: 0, down: 0 },
    isLineAbsolute: false,
    isEdgeAbsolute: false,
    sign: [1, 1],
  };
}

type Action = (state: State, read: Parameters, element: CgmElement) => void;

function directColour(read: Parameters, { colourRange: [least, most] }: State): string {
  const parts = read.direct().map((value, at) => {
    const [low, high] = [least[at] ?? 0, most[at] ?? 255];
    return Math.round(Math.min(1, Math.max(0, (value - low) / (high - low || 1))) * 255);
  });
  return hexColour(parts);
}

const colourOf = (read: Parameters, state: State): string =>
  state.precision.isDirectColour ? directColour(read, state) : (state.table.get(read.colourIndex()) ?? '#000000');

const placed = ({ sign }: State, [x, y]: readonly [number, number]): Point => [x * sign[0], y * sign[1]];

function stroke(state: State, points: readonly (readonly [number, number])[]): void {
  const { colour, width } = state.line;
  drawLine(
    state.into,
    points.map((point) => placed(state, point)),
    { colour, width: state.isLineAbsolute ? width : 0 },
  );
}

/** Draws the interior, then the edge; a hollow area has an outline in the interior colour. */
function area(state: State, points: readonly (readonly [number, number])[]): void {
  const { fill, edge, into } = state;
  const outline = points.map((point) => placed(state, point));
  if (fill.style === INTERIOR.hollow) drawLine(into, outline, { colour: fill.colour, closed: true });
  else if (fill.style !== INTERIOR.empty) drawLine(into, outline, { colour: fill.colour, filled: true });
  if (edge.isSeen) drawLine(into, outline, { colour: edge.colour, closed: true, width: state.isEdgeAbsolute ? edge.width : 0 });
}

function words(state: State, at: readonly [number, number], text: string): void {
  const { colour, height, up, base, across, down } = state.words;
  const [x, y] = placed(state, at);
  const tall = Math.hypot(...up) || 1;
  // Halfway up, or down from the line below.
  const lift = down === 3 ? height / 2 : 0;
  drawWords(state.into, {
    at: [x - (up[0] / tall) * lift, y - (up[1] / tall) * lift],
    height,
    turn: (Math.atan2(base[1], base[0]) * 180) / Math.PI,
    colour,
    lines: [text],
    align: across === 2 ? 1 : across === 3 ? 2 : 0,
    hangs: down === 1 || down === 2,
  });
}

const extent: Action = (state, read) => {
  const [first, second] = [read.point(), read.point()];
  state.sign = [second[0] < first[0] ? -1 : 1, second[1] < first[1] ? -1 : 1];
};

const colourTable: Action = (state, read) => {
  const first = read.colourIndex();
  const size = (state.precision.colour / 8) * 3;
  for (let index = first; read.left >= size; index += 1) state.table.set(index, directColour(read, state));
};

const polygonSet: Action = (state, read) => {
  const ring: (readonly [number, number])[] = [];
  while (read.left >= 4) {
    ring.push(read.point());
    // The values 2 and 3 close a ring.
    if (read.choice() < 2) continue;
    area(state, ring);
    ring.length = 0;
  }
  if (ring.length > 0) area(state, ring);
};

const rectangle: Action = (state, read) => {
  const [[west, south], [east, north]] = [read.point(), read.point()];
  area(state, [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]);
};

const circle: Action = (state, read) => {
  const [x, y] = read.point();
  const radius = read.place();
  area(state, conic([x, y], [radius, 0], [0, radius], 0, 2 * Math.PI));
};

const ellipse =
  (draw: typeof stroke, isWhole: boolean, closing = -1): Action =>
  (state, read) => {
    const centre = read.point();
    const [one, other] = [read.point(), read.point()].map(([x, y]) => [x - centre[0], y - centre[1]] as const);
    if (!one || !other) return;
    if (isWhole) draw(state, conic(centre, one, other, 0, 2 * Math.PI));
    else
      draw(state, closed(arcBetween(centre, one, other, read.point(), read.point()), centre, closing < 0 ? -1 : read.choice()));
  };

const arcAbout =
  (draw: typeof stroke, isClosed: boolean): Action =>
  (state, read) => {
    const centre = read.point();
    const [from, to] = [read.point(), read.point()];
    const radius = read.place();
    const drawn = arcBetween(centre, [radius, 0], [0, radius], from, to);
    draw(state, closed(drawn, centre, isClosed ? read.choice() : -1));
  };

const PIE = 0;

const closed = (points: readonly (readonly [number, number])[], centre: readonly [number, number], closing: number) =>
  closing === PIE ? [...points, centre] : points;

const disjoint: Action = (state, read) => {
  const points = read.points();
  for (let at = 0; at + 1 < points.length; at += 2) stroke(state, points.slice(at, at + 2));
};

const curves: Action = (state, read) => {
  const isJoined = read.index() === 2;
  const points = read.points();
  const step = isJoined ? 3 : 4;
  for (let at = 0; at + 3 < points.length; at += step) stroke(state, bezier(points.slice(at, at + 4)));
};

/** Handlers by element class and id (ISO 8632-1, clause 7). */
const ACTIONS: ReadonlyMap<number, Action> = new Map<number, Action>(
  (
    [
      [1, 3, (state, read) => void (state.precision.isRealVdc = read.choice() === 1)],
      [1, 4, (state, read) => void (state.precision.integer = read.integer())],
      [1, 5, (state, read) => void (state.precision.real = read.realForm())],
      [1, 6, (state, read) => void (state.precision.index = read.integer())],
      [1, 7, (state, read) => void (state.precision.colour = read.integer())],
      [1, 8, (state, read) => void (state.precision.colourIndex = read.integer())],
      [1, 10, (state, read) => void (state.colourRange = [read.direct(), read.direct()])],
      [2, 2, (state, read) => void (state.precision.isDirectColour = read.choice() === 1)],
      [2, 3, (state, read) => void (state.isLineAbsolute = read.choice() === 0)],
      [2, 5, (state, read) => void (state.isEdgeAbsolute = read.choice() === 0)],
      [2, 6, extent],
      [3, 1, (state, read) => void (state.precision.vdcInteger = read.integer())],
      [3, 2, (state, read) => void (state.precision.vdcReal = read.realForm())],
      [4, 1, (state, read) => stroke(state, read.points())],
      [4, 2, disjoint],
      [4, 4, (state, read) => words(state, read.point(), (read.choice(), read.text()))],
      [4, 5, (state, read) => words(state, (read.point(), read.point()), (read.choice(), read.text()))],
      [4, 7, (state, read) => area(state, read.points())],
      [4, 8, polygonSet],
      [4, 11, rectangle],
      [4, 12, circle],
      [4, 13, (state, read) => stroke(state, arcThrough(read.point(), read.point(), read.point()))],
      [4, 14, (state, read) => area(state, arcThrough(read.point(), read.point(), read.point()))],
      [4, 15, arcAbout(stroke, false)],
      [4, 16, arcAbout(area, true)],
      [4, 17, ellipse(area, true)],
      [4, 18, ellipse(stroke, false)],
      [4, 19, ellipse(area, false, 0)],
      [4, 26, curves],
      [5, 3, (state, read) => void (state.line.width = state.isLineAbsolute ? read.place() : read.real())],
      [5, 4, (state, read) => void (state.line.colour = colourOf(read, state))],
      [5, 14, (state, read) => void (state.words.colour = colourOf(read, state))],
      [5, 15, (state, read) => void (state.words.height = read.place())],
      [5, 16, (state, read) => void Object.assign(state.words, { up: read.point(), base: read.point() })],
      [5, 18, (state, read) => void Object.assign(state.words, { across: read.choice(), down: read.choice() })],
      [5, 22, (state, read) => void (state.fill.style = read.choice())],
      [5, 23, (state, read) => void (state.fill.colour = colourOf(read, state))],
      [5, 28, (state, read) => void (state.edge.width = state.isEdgeAbsolute ? read.place() : read.real())],
      [5, 29, (state, read) => void (state.edge.colour = colourOf(read, state))],
      [5, 30, (state, read) => void (state.edge.isSeen = read.choice() === 1)],
      [5, 34, colourTable],
    ] satisfies readonly (readonly [group: number, id: number, action: Action])[]
  ).map(([group, id, action]) => [group * 128 + id, action]),
);
