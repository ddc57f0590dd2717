import { escapeXmlText } from '@bakkum/markup/escape';
import { BACKGROUND_GROUP } from '@bakkum/studio-options/design-background';
import type { Random } from './random.ts';

type Value = string | number | undefined;

/** A number as short as a drawing needs it. */
export const short = (value: number): string => String(Math.round(value * 100) / 100);

/** An element. Attribute values must not contain user text; `children` are markup. */
export function tag(name: string, attributes: Readonly<Record<string, Value>>, ...children: readonly string[]): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? '' : ` ${key}="${typeof value === 'number' ? short(value) : value}"`))
    .join('');
  return children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join('')}</${name}>`;
}

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** The drawing being made. Its short side is 1000 units, whatever the size in pixels. */
export type Canvas = {
  readonly width: number;
  readonly height: number;
  readonly random: Random;
  /** Appends markup to the drawing. */
  add(...markup: readonly string[]): void;
  /** Adds what `draw` adds as background, which can be removed from the drawing. */
  behind<Result>(draw: () => Result): Result;
  /** Adds a definition and returns a reference to it, such as `url(#d1)`. */
  define(name: string, attributes: Readonly<Record<string, Value>>, ...children: readonly string[]): string;
  /** A prefix for the ids of an icon. */
  nextId(): string;
  /** All markup so far. */
  markup(): string;
};

export const SHORT_SIDE = 1000;

export function createCanvas(width: number, height: number, random: Random): Canvas {
  const scale = SHORT_SIDE / Math.min(width, height);
  const definitions: string[] = [];
  let body: Part[] = [];
  let icons = 0;
  return {
    width: width * scale,
    height: height * scale,
    random,
    add: (...markup) => void body.push(...markup.map((one) => ({ markup: one, isBackground: false }))),
    behind: (draw) => {
      const before = body;
      body = [];
      const result = draw();
      body = [...before, { markup: body.map(({ markup }) => markup).join(''), isBackground: true }];
      return result;
    },
    define: (name, attributes, ...children) => {
      const id = `d${definitions.length + 1}`;
      definitions.push(tag(name, { id, ...attributes }, ...children));
      return `url(#${id})`;
    },
    nextId: () => {
      icons += 1;
      return `i${icons}-`;
    },
    markup: () => (definitions.length > 0 ? tag('defs', {}, ...definitions) : '') + bodyOf(body),
  };
}

type Part = { readonly markup: string; readonly isBackground: boolean };

/** A landscape without things in it has no background: nothing would be left without it. */
function bodyOf(parts: readonly Part[]): string {
  const isAll = parts.every(({ isBackground }) => isBackground);
  return parts
    .map(({ markup, isBackground }) => (isBackground && !isAll && markup ? `${BACKGROUND_GROUP}${markup}</g>` : markup))
    .join('');
}

export const fill = (canvas: Canvas, colour: string): string =>
  tag('rect', { width: canvas.width, height: canvas.height, fill: colour });

/** Fills the background. */
export function addGround(canvas: Canvas, colour: string): void {
  canvas.behind(() => canvas.add(fill(canvas, colour)));
}

/** A gradient with evenly spaced colours. @param angle 0 runs down, 90 to the right */
export function gradient(canvas: Canvas, colours: readonly string[], angle = 0): string {
  const turned = (angle * Math.PI) / 180;
  const [dx, dy] = [Math.sin(turned) / 2, Math.cos(turned) / 2];
  const ends = { x1: 0.5 - dx, y1: 0.5 - dy, x2: 0.5 + dx, y2: 0.5 + dy };
  return canvas.define('linearGradient', ends, ...stops(colours));
}

export function stops(colours: readonly string[], opacities: readonly number[] = []): string[] {
  return colours.map((colour, at) =>
    tag('stop', {
      offset: colours.length > 1 ? at / (colours.length - 1) : 0,
      'stop-color': colour,
      'stop-opacity': opacities[at],
    }),
  );
}

/** A soft round light. */
export function glow(canvas: Canvas, colour: string, circle: { cx: number; cy: number; r: number }, opacity = 1): string {
  const paint = canvas.define('radialGradient', {}, ...stops([colour, colour, colour], [opacity, opacity * 0.4, 0]));
  return tag('circle', { ...circle, fill: paint });
}

/** A closed smooth curve through points and down to the bottom of the canvas, as hills are. */
export function hill(canvas: Canvas, points: readonly (readonly [number, number])[], colour: string): string {
  const [first = [0, 0]] = points;
  const curve = points.slice(1).map(([x, y], at) => {
    const [beforeX, beforeY] = points[at] ?? first;
    const middle = short((beforeX + x) / 2);
    return `C${middle} ${short(beforeY)} ${middle} ${short(y)} ${short(x)} ${short(y)}`;
  });
  const d = `M${short(first[0])} ${short(first[1])}${curve.join('')}V${short(canvas.height)}H${short(first[0])}Z`;
  return tag('path', { d, fill: colour });
}

export const polygon = (points: readonly (readonly [number, number])[], attributes: Readonly<Record<string, Value>>): string =>
  tag('polygon', { points: points.map(([x, y]) => `${short(x)},${short(y)}`).join(' '), ...attributes });

export { escapeXmlText };
