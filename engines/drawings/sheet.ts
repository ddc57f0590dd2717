import { largest } from '@bakkum/bytes/long-lists';
import { escapeXmlText } from '@bakkum/markup/escape';
/** Collects shapes in drawing units with y upwards, and their bounding box. */
export type Sheet = {
  readonly parts: string[];
  readonly reach: { west: number; south: number; east: number; north: number };
};

export type Point = readonly [x: number, y: number];

export function sheet(): Sheet {
  return { parts: [], reach: { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity } };
}

const number = (value: number): string => String(Math.round(value * 1e4) / 1e4 + 0);

function reachFor({ reach }: Sheet, [x, y]: Point): void {
  reach.west = Math.min(reach.west, x);
  reach.east = Math.max(reach.east, x);
  reach.south = Math.min(reach.south, y);
  reach.north = Math.max(reach.north, y);
}

type Look = { readonly colour: string; readonly filled?: boolean; readonly closed?: boolean; readonly width?: number };

/** Adds a polyline or an area. Points that are not finite are dropped. */
export function drawLine(into: Sheet, points: readonly Point[], { colour, filled, closed, width }: Look): void {
  const placed = points.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
  if (placed.length < 2) return;
  for (const point of placed) reachFor(into, point);
  const steps = placed.map(([x, y]) => `${number(x)} ${number(-y)}`).join('L');
  const look = filled ? `fill="${colour}" stroke="none"` : `stroke="${colour}"${width ? ` stroke-width="${number(width)}"` : ''}`;
  into.parts.push(`<path d="M${steps}${closed || filled ? 'Z' : ''}" ${look}/>`);
}

export function drawDot(into: Sheet, point: Point, colour: string): void {
  reachFor(into, point);
  into.parts.push(`<path d="M${number(point[0])} ${number(-point[1])}h0" stroke="${colour}" stroke-linecap="round"/>`);
}

const ANCHORS = ['start', 'middle', 'end'] as const;

export type Words = {
  readonly at: Point;
  readonly height: number;
  /** Degrees, counterclockwise. */
  readonly turn: number;
  readonly colour: string;
  readonly lines: readonly string[];
  /** 0 left, 1 centre, 2 right. */
  readonly align: number;
  /** Whether the anchor is above the first line instead of on its baseline. */
  readonly hangs?: boolean;
};

/** Cap height as a fraction of the CSS font size. */
const CAPITAL = 0.72;
const LEADING = 1.6;

export function drawWords(into: Sheet, { at, height, turn, colour, lines, align, hangs }: Words): void {
  if (!(height > 0) || !Number.isFinite(at[0] + at[1])) return;
  const width = largest(lines.map((line) => line.length)) * height * 0.7;
  const angle = (turn * Math.PI) / 180;
  reachFor(into, at);
  reachFor(into, [at[0] + Math.cos(angle) * width * (1 - align), at[1] + Math.sin(angle) * width * (1 - align)]);
  reachFor(into, [at[0] - Math.sin(angle) * height, at[1] + Math.cos(angle) * height]);
  if (hangs) reachFor(into, [at[0] + Math.sin(angle) * height * 1.3, at[1] - Math.cos(angle) * height * 1.3]);
  const rows = lines.map(
    (line, index) => `<tspan x="0" y="${number((index * LEADING + (hangs ? 1 : 0)) * height)}">${escapeXmlText(line)}</tspan>`,
  );
  const place = `translate(${number(at[0])} ${number(-at[1])})${turn ? ` rotate(${number(-turn)})` : ''}`;
  into.parts.push(
    `<text transform="${place}" font-size="${number(height / CAPITAL)}" text-anchor="${ANCHORS[align] ?? 'start'}" fill="${colour}" stroke="none">${rows.join('')}</text>`,
  );
}

const MAX_SIDE = 1600;
const MARGIN = 0.02;
const LINE = 0.0012;

/**
 * Writes the drawing as SVG with a margin on white, because black lines on a transparent background vanish in dark mode.
 * `undefined` if nothing was drawn.
 */
export function toSvg({ parts, reach }: Sheet): string | undefined {
  if (parts.length === 0 || !Number.isFinite(reach.west)) return undefined;
  const extent = Math.max(reach.east - reach.west, reach.north - reach.south) || 1;
  const room = extent * MARGIN;
  const [width, height] = [reach.east - reach.west + room * 2, reach.north - reach.south + room * 2];
  const zoom = MAX_SIDE / Math.max(width, height);
  const box = [reach.west - room, -reach.north - room, width, height].map(number).join(' ');
  const size = `width="${Math.max(1, Math.round(width * zoom))}" height="${Math.max(1, Math.round(height * zoom))}"`;
  const paper = `<rect x="${number(reach.west - room)}" y="${number(-reach.north - room)}" width="${number(width)}" height="${number(height)}" fill="#ffffff"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="${box}" fill="none" stroke-width="${(extent * LINE).toPrecision(4)}" stroke-linejoin="round" font-family="sans-serif">\n${paper}\n${parts.join('\n')}\n</svg>\n`;
}
