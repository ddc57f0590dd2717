import { hexOf, toOklch } from '../colour.ts';
import { type Box, short } from '../svg.ts';
import type { EmojiSet } from './emoji.ts';
import { renderPixels } from './raster.ts';

/** An image of a thing, measured. */
export type Icon = {
  /** The painted part of its 32 × 32 units. */
  readonly box: Box;
  readonly markup: string;
};

const SIDE = 32;
const PIXELS_PER_UNIT = 3;
const COLOUR = /#(?:[0-9a-f]{6}|[0-9a-f]{3})\b/gi;

const known = new Map<string, Icon>();

/** @param colour the colour that replaces its main one */
export function iconOf(set: EmojiSet, name: string, colour?: string): Icon {
  const key = `${name} ${colour ?? ''}`;
  const found = known.get(key) ?? measured(set.markup(name), colour);
  known.set(key, found);
  return found;
}

function measured(markup: string, colour: string | undefined): Icon {
  const side = SIDE * PIXELS_PER_UNIT;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${SIDE} ${SIDE}">${markup}</svg>`;
  const { rgba } = renderPixels(svg);
  const areas = new Map<string, number>();
  let [left, top, right, bottom] = [side, side, 0, 0];
  for (let at = 0; at < side * side; at++) {
    if ((rgba[at * 4 + 3] ?? 0) < 128) continue;
    const [x, y] = [at % side, Math.floor(at / side)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
    const pixel = `#${Buffer.from(rgba.subarray(at * 4, at * 4 + 3)).toString('hex')}`;
    areas.set(pixel, (areas.get(pixel) ?? 0) + 1);
  }
  const unit = (value: number): number => value / PIXELS_PER_UNIT;
  return {
    box: { x: unit(left), y: unit(top), width: unit(right - left), height: unit(bottom - top) },
    markup: colour === undefined ? markup : recoloured(markup, areas, colour),
  };
}

const OUTLINE_LIGHTNESS = 0.25;
const SAME_HUE = 50;

/** Replaces the main colour and its shades; eyes, noses and contrasting parts keep theirs. */
function recoloured(markup: string, areas: ReadonlyMap<string, number>, colour: string): string {
  const main = [...areas].filter(([hex]) => toOklch(hex).l > OUTLINE_LIGHTNESS).sort(([, one], [, other]) => other - one)[0]?.[0];
  if (main === undefined) return markup;
  const [from, to] = [toOklch(main), toOklch(colour)];
  return markup.replaceAll(COLOUR, (hex) => {
    const own = toOklch(hex);
    if (!isShade(own, from)) return hex;
    const share = from.c > 0.03 ? Math.min(1.2, Math.max(0.5, own.c / from.c)) : 1;
    return hexOf({ l: Math.min(0.98, Math.max(0.1, to.l + (own.l - from.l) * 0.8)), c: to.c * share, h: to.h });
  });
}

function isShade(own: ReturnType<typeof toOklch>, main: ReturnType<typeof toOklch>): boolean {
  if (main.c < 0.04) return own.c < 0.06 && own.l > OUTLINE_LIGHTNESS + 0.05;
  const turn = Math.abs(((own.h - main.h + 540) % 360) - 180);
  return own.c > 0.02 && turn < SAME_HUE;
}

export type Placing = {
  /** Middle of the base. */
  readonly x: number;
  readonly y: number;
  /** Scale of its 32 units. */
  readonly scale: number;
  readonly mirrored?: boolean;
  /** Degrees around the middle. */
  readonly turned?: number;
};

/** The icon standing on a point. Names of its definitions are made unique by `id`. */
export function placed({ box, markup }: Icon, { x, y, scale, mirrored = false, turned = 0 }: Placing, id: string): string {
  const own = markup.replaceAll(/id="([^"]+)"/g, `id="${id}$1"`).replaceAll(/(url\(|href=")#([^")]+)/g, `$1#${id}$2`);
  const [middle, base] = [box.x + box.width / 2, box.y + box.height];
  const parts = [
    `translate(${short(x)} ${short(y)})`,
    ...(turned === 0 ? [] : [`rotate(${short(turned)} 0 ${short((-box.height * scale) / 2)})`]),
    `scale(${short4(mirrored ? -scale : scale)} ${short4(scale)})`,
    `translate(${short(-middle)} ${short(-base)})`,
  ];
  return `<g transform="${parts.join(' ')}">${own}</g>`;
}

const short4 = (value: number): string => String(Math.round(value * 10_000) / 10_000);
