import type { DrawnItem, Gradient, Rectangle } from '@bakkum/conversion/pages/page-layout';
import { hexOf } from './colors.browser.ts';
import type { Reading } from './reading.browser.ts';

/** More tiles would be a texture, which the first of them shows. */
const MAX_TILES = 400;

/** Images and gradients behind an element, the last of the list at the bottom. */
export function backgroundImages(style: CSSStyleDeclaration, box: Rectangle, outline: string, reading: Reading): DrawnItem[] {
  const layers = splitList(style.backgroundImage);
  const [sizes, positions, repeats] = [style.backgroundSize, style.backgroundPosition, style.backgroundRepeat].map(splitList);
  const pick = (list: readonly string[] | undefined, index: number, otherwise: string): string =>
    list?.[index % (list.length || 1)] ?? otherwise;
  return layers
    .map((layer, index): DrawnItem[] => {
      const gradient = gradientOf(layer, box);
      if (gradient) return [{ kind: 'path', outline, fill: gradient, top: box.y, bottom: box.y + box.height }];
      const address = /^url\("?(blob:[^")]+)"?\)$/.exec(layer)?.[1];
      const image = address === undefined ? undefined : reading.imageOf(address);
      if (!image) return [];
      const size = sizeOf(pick(sizes, index, 'auto'), box, image);
      const place = placeOf(pick(positions, index, '0% 0%'), box, size);
      const tiles = tilesOf({ ...place, ...size }, box, pick(repeats, index, 'repeat'));
      return [
        { kind: 'open', clip: outline },
        ...tiles.map((tile) => ({ kind: 'image', image: image.name, ...tile }) as const),
        { kind: 'close' },
      ];
    })
    .reverse()
    .flat();
}

/** Parts between commas outside of parentheses. */
export function splitList(list: string): readonly string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at < list.length; at += 1) {
    const character = list[at];
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === ',' && depth === 0) {
      parts.push(list.slice(start, at).trim());
      start = at + 1;
    }
  }
  parts.push(list.slice(start).trim());
  return parts;
}

type Size = { readonly width: number; readonly height: number };

function sizeOf(size: string, box: Size, image: Size): Size {
  if (size === 'cover' || size === 'contain') {
    const factors = [box.width / (image.width || 1), box.height / (image.height || 1)];
    const factor = size === 'cover' ? Math.max(...factors) : Math.min(...factors);
    return { width: image.width * factor, height: image.height * factor };
  }
  const [across = 'auto', down = 'auto'] = size.split(' ');
  const [width, height] = [lengthOf(across, box.width), lengthOf(down, box.height)];
  const ratio = image.width / (image.height || 1) || 1;
  if (width === undefined) return height === undefined ? image : { width: height * ratio, height };
  return { width, height: height ?? width / ratio };
}

function lengthOf(value: string, whole: number): number | undefined {
  if (value === 'auto') return undefined;
  return value.endsWith('%') ? (Number.parseFloat(value) / 100) * whole : Number.parseFloat(value);
}

function placeOf(position: string, box: Rectangle, size: Size): { readonly x: number; readonly y: number } {
  const [across = '0%', down = '0%'] = position.split(' ');
  const offset = (value: string, room: number): number =>
    value.endsWith('%') ? (Number.parseFloat(value) / 100) * room : Number.parseFloat(value) || 0;
  return { x: box.x + offset(across, box.width - size.width), y: box.y + offset(down, box.height - size.height) };
}

function tilesOf(first: Rectangle, box: Rectangle, repeat: string): readonly Rectangle[] {
  const { width, height } = first;
  if (!(width >= 1 && height >= 1)) return [];
  const [across = repeat, down = across] = repeat.split(' ');
  const isAcross = across !== 'no-repeat' && across !== 'repeat-y';
  const isDown = down !== 'no-repeat' && across !== 'repeat-x';
  const startsAt = (at: number, start: number, step: number, repeats: boolean): number =>
    repeats ? at - Math.ceil((at - start) / step) * step : at;
  const [left, top] = [startsAt(first.x, box.x, width, isAcross), startsAt(first.y, box.y, height, isDown)];
  const columns = isAcross ? Math.ceil((box.x + box.width - left) / width) : 1;
  const rows = isDown ? Math.ceil((box.y + box.height - top) / height) : 1;
  const count = Math.min(MAX_TILES, columns * rows);
  return Array.from({ length: count }, (_, index) => ({
    x: left + (index % columns) * width,
    y: top + Math.floor(index / columns) * height,
    width,
    height,
  }));
}

/** Linear and radial gradients as browsers compute them; repeating and conic ones give nothing. */
function gradientOf(layer: string, box: Rectangle): Gradient | undefined {
  const [, kind, inside = ''] = /^(linear|radial)-gradient\((.*)\)$/.exec(layer) ?? [];
  if (kind === undefined) return undefined;
  const parts = splitList(inside);
  const [first = ''] = parts;
  const hasShape = /^(?:to\s|-?[\d.]+(?:deg|turn|rad|grad)|circle|ellipse|at\s|closest|farthest)/.test(first);
  const center = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const reach = Math.hypot(box.width, box.height) / 2;
  const radians = angleOf(hasShape ? first : '', box);
  const half = (Math.abs(box.width * Math.sin(radians)) + Math.abs(box.height * Math.cos(radians))) / 2;
  const [dx, dy] = [Math.sin(radians) * half, -Math.cos(radians) * half];
  const stops = stopsOf(hasShape ? parts.slice(1) : parts, kind === 'linear' ? half * 2 : reach);
  if (stops.length === 0) return undefined;
  return {
    line: kind === 'linear' ? [center.x - dx, center.y - dy, center.x + dx, center.y + dy] : [center.x, center.y, reach],
    stops,
  };
}

function angleOf(direction: string, { width, height }: Size): number {
  const [, number, unit] = /^(-?[\d.]+)(deg|turn|rad|grad)/.exec(direction) ?? [];
  const value = Number(number ?? 0);
  if (unit === 'rad') return value;
  if (unit !== undefined) return (value * 2 * Math.PI) / (unit === 'deg' ? 360 : unit === 'turn' ? 1 : 400);
  const [across, down] = [
    /right/.test(direction) ? 1 : /left/.test(direction) ? -1 : 0,
    /top/.test(direction) ? 1 : /bottom/.test(direction) ? -1 : 0,
  ];
  if (across !== 0 && down !== 0) return Math.atan2(across * height, down * width);
  if (across !== 0) return (across * Math.PI) / 2;
  return down > 0 ? 0 : Math.PI;
}

function stopsOf(parts: readonly string[], whole: number): Gradient['stops'] {
  const found = parts.flatMap((part) => {
    const [, color, place] = /^(.*?\)|\S+)(?:\s+(-?[\d.]+(?:%|px)?))?/.exec(part) ?? [];
    if (color === undefined) return [];
    const at =
      place === undefined ? undefined : place.endsWith('%') ? Number.parseFloat(place) / 100 : Number.parseFloat(place) / whole;
    return [{ color: hexOf(color) ?? '#ffffff00', at }];
  });
  return found.map(({ color, at }, index) => ({ color, at: at ?? index / Math.max(1, found.length - 1) }));
}
