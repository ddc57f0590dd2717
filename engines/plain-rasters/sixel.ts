import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount } from '@bakkum/raster/construct';
import type { Pixels } from '@bakkum/raster/raster';

type Rgb = readonly [red: number, green: number, blue: number];

/** The first sixteen colours of a VT340, in percent. */
const COLOURS: readonly Rgb[] = [
  [0, 0, 0],
  [20, 20, 80],
  [80, 13, 13],
  [20, 80, 20],
  [80, 20, 80],
  [20, 80, 80],
  [80, 80, 20],
  [53, 53, 53],
  [26, 26, 26],
  [33, 33, 60],
  [60, 26, 26],
  [33, 60, 33],
  [60, 33, 60],
  [33, 60, 60],
  [60, 60, 33],
  [80, 80, 80],
];
const MAX_SIDE = 65_535;

type Dots = { readonly x: number; readonly y: number; readonly count: number; readonly bits: number; readonly colour: Rgb };

/** Decodes Sixel of DEC terminals: six vertical pixels per character, one colour at a time. Uncovered pixels stay transparent. */
export function decodeSixel(bytes: Uint8Array): Pixels {
  const text = new TextDecoder('latin1').decode(bytes);
  const [, data = ''] = /(?:\u001bP|\u0090)[\d;]*q([^\u001b\u0090\u009c]*)(?:\u001b\\|\u009c)/.exec(text) ?? [];
  if (data === '') throw new ConversionError('corrupt', 'sixels without an end');
  const { dots, width, height } = dotsOf(data);
  assertPixelCount(width, height);
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (const { x, y, count, bits, colour } of dots)
    for (let bit = 0; bit < 6; bit += 1) {
      if (((bits >> bit) & 1) === 0 || y + bit >= height) continue;
      for (let across = x; across < Math.min(width, x + count); across += 1)
        pixels.set([...colour, 255], ((y + bit) * width + across) * 4);
    }
  return { depth: 8, width, height, data: pixels };
}

type Drawing = {
  readonly dots: Dots[];
  readonly palette: Map<number, Rgb>;
  told: readonly number[];
  colour: Rgb;
  x: number;
  y: number;
};

function dotsOf(data: string): { readonly dots: readonly Dots[]; readonly width: number; readonly height: number } {
  const palette = new Map(COLOURS.map((colour, index) => [index, hundredths(colour)]));
  const drawing: Drawing = { dots: [], palette, told: [], colour: [0, 0, 0], x: 0, y: 0 };
  for (const [, command, numbers = '', repeated, sign] of data.matchAll(/([#"$-])([\d;]*)|(?:!(\d+))?([?-~])/g)) {
    if (command !== undefined) obey(drawing, command, numbers === '' ? [] : numbers.split(';').map(Number));
    else put(drawing, Number(repeated ?? 1), (sign?.charCodeAt(0) ?? 63) - 63);
  }
  const [, , width = 0, height = 0] = drawing.told;
  const { dots } = drawing;
  const right = dots.reduce((most, { x, count }) => Math.max(most, x + count), width);
  const bottom = dots.reduce((most, { y, bits }) => Math.max(most, y + 32 - Math.clz32(bits)), 0);
  return { dots, width: right, height: height > 0 ? height : bottom };
}

function obey(drawing: Drawing, command: string, values: readonly number[]): void {
  if (command === '"') drawing.told = values;
  else if (command === '#') drawing.colour = chosen(drawing.palette, values);
  else if (command === '$') drawing.x = 0;
  else [drawing.x, drawing.y] = [0, drawing.y + 6];
}

function put(drawing: Drawing, count: number, bits: number): void {
  const { dots, x, y, colour } = drawing;
  if (x + count > MAX_SIDE || y > MAX_SIDE) throw new ConversionError('too-large', 'rows of sixels without an end');
  if (bits > 0) dots.push({ x, y, count, bits, colour });
  drawing.x += count;
}

const hundredths = ([red, green, blue]: Rgb): Rgb => [Math.round(red * 2.55), Math.round(green * 2.55), Math.round(blue * 2.55)];

const RGB = 2;

/**
 * A single number selects a colour; more define it first, in percent RGB, or as hue, lightness and saturation (hue 0 is blue).
 */
function chosen(palette: Map<number, Rgb>, [index = 0, space, first = 0, second = 0, third = 0]: readonly number[]): Rgb {
  if (space !== undefined) palette.set(index, hundredths(space === RGB ? [first, second, third] : ofHue(first, second, third)));
  return palette.get(index) ?? [0, 0, 0];
}

function ofHue(hue: number, lightness: number, saturation: number): Rgb {
  const chroma = ((1 - Math.abs(lightness / 50 - 1)) * saturation) / 100;
  const part = (shift: number): number => {
    const place = ((hue + 240 + shift) % 360) / 60;
    const share = Math.min(1, Math.max(0, Math.abs(place - 3) - 1));
    return (lightness / 100 + chroma * (share - 0.5)) * 100;
  };
  return [part(0), part(240), part(120)];
}
