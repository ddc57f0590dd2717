import { ConversionError } from '@bakkum/conversion/errors';
import { assertPixelCount } from '@bakkum/raster/construct';
import type { Pixels } from '@bakkum/raster/raster';

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

const CLEAR: Colour = [0, 0, 0, 0];
/** Colour names common in icons; the X server's full list of 750 is left to ImageMagick. */
const NAMED: Readonly<Record<string, Colour>> = {
  none: CLEAR,
  black: [0, 0, 0, 255],
  white: [255, 255, 255, 255],
  red: [255, 0, 0, 255],
  green: [0, 255, 0, 255],
  blue: [0, 0, 255, 255],
  yellow: [255, 255, 0, 255],
  cyan: [0, 255, 255, 255],
  magenta: [255, 0, 255, 255],
  gray: [190, 190, 190, 255],
  grey: [190, 190, 190, 255],
};

/** Decodes XPM 3: C string literals with the size, then colours by characters, then rows. */
export function decodeXpm(bytes: Uint8Array<ArrayBuffer>): Pixels {
  const strings = stringsOf(new TextDecoder('latin1').decode(bytes));
  const [width, height, colourCount, characters] = (strings[0] ?? '').trim().split(/\s+/).map(Number);
  if (!width || !height || !colourCount || !characters || characters > 8)
    throw new ConversionError('corrupt', 'no size in the pixmap');
  assertPixelCount(width, height);
  if (strings.length < 1 + colourCount + height) throw new ConversionError('corrupt', 'pixmap is cut off');
  const colours = new Map(
    strings.slice(1, 1 + colourCount).map((line) => [line.slice(0, characters), colourOf(line.slice(characters))]),
  );
  const data = new Uint8ClampedArray(width * height * 4);
  for (const [y, row] of strings.slice(1 + colourCount, 1 + colourCount + height).entries()) {
    for (let x = 0; x < width; x += 1) {
      const colour = colours.get(row.slice(x * characters, (x + 1) * characters));
      if (!colour) throw new ConversionError('corrupt', `no colour for the pixel ${x}, ${y}`);
      data.set(colour, (y * width + x) * 4);
    }
  }
  return { depth: 8, width, height, data };
}

/** Returns the contents of string literals without comments. */
function stringsOf(source: string): readonly string[] {
  const strings: string[] = [];
  for (const match of source.matchAll(/\/\*[\s\S]*?(?:\*\/|$)|"((?:[^"\\\n]|\\.)*)"/g)) {
    if (match[1] !== undefined) strings.push(match[1].replace(/\\(.)/g, '$1'));
  }
  return strings;
}

/** Prefers the definition for colour, then grey, then black-and-white screens: `c #rrggbb m black s name`. */
function colourOf(definition: string): Colour {
  const words = definition.trim().split(/\s+/);
  for (const visual of ['c', 'g', 'g4', 'm']) {
    const at = words.indexOf(visual);
    if (at >= 0) return parseColour(words[at + 1] ?? '');
  }
  throw new ConversionError('corrupt', 'a colour without a value');
}

function parseColour(text: string): Colour {
  const hexadecimal = /^#([0-9a-f]+)$/i.exec(text)?.[1];
  if (hexadecimal && hexadecimal.length % 3 === 0) {
    const digits = hexadecimal.length / 3;
    const part = (index: number): number => {
      const value = Number.parseInt(hexadecimal.slice(index * digits, (index + 1) * digits), 16);
      return Math.round((value * 255) / (16 ** digits - 1));
    };
    return [part(0), part(1), part(2), 255];
  }
  const named = NAMED[text.toLowerCase()];
  if (!named) throw new ConversionError('unsupported-feature', `colour name ${text}`);
  return named;
}
