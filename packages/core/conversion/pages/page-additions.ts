import { compose } from '../compose.ts';
import { ConversionError } from '../errors.ts';

type Place = {
  /** Page list, such as `1` or `2-4`; empty for all pages. */
  readonly pages: string;
  /** Upper left corner, in points from the upper left corner of the page as displayed. */
  readonly x: number;
  readonly y: number;
};

export const TEXT_FONTS = ['sans', 'serif'] as const;
export type TextFont = (typeof TEXT_FONTS)[number];

/** Lines of text, which are broken only where the text has line breaks. */
export type TextAddition = Place & {
  readonly type: 'text';
  readonly text: string;
  /** Font size in points. */
  readonly size: number;
  readonly font: TextFont;
  readonly bold: boolean;
  readonly italic: boolean;
  /** `#rrggbb` */
  readonly colour: string;
};

export type ImageAddition = Place & {
  readonly type: 'image';
  /** JPEG or PNG as a base64 `data:` URL. */
  readonly image: string;
  /** In points. Without a height, the image keeps its proportions. */
  readonly width: number;
  readonly height?: number;
};

/** Lines drawn with a pen, such as a signature. */
export type DrawingAddition = Place & {
  readonly type: 'drawing';
  /** SVG path data with the commands M, L, Q, C and Z, in a box of `box` units. */
  readonly path: string;
  readonly box: readonly [width: number, height: number];
  /** Width of the pen in units of the box. */
  readonly stroke: number;
  readonly colour: string;
  /** In points. The height follows from the box. */
  readonly width: number;
};

/** Something placed on pages of a PDF. */
export type Addition = TextAddition | ImageAddition | DrawingAddition;

export const MAX_ADDITIONS = 500;
const MAX_TEXT = 5000;
const MAX_PATH = 200_000;
/** Longest side of a page, in points (ISO 32000-1, annex C). */
const MAX_POINTS = 14_400;
export const MAX_FONT_SIZE = 1000;
const COLOUR = /^#[\da-f]{6}$/i;
const PATH = /^M[MLQCZ\d.,\s-]*$/;
const IMAGE = /^data:image\/(?:png|jpeg);base64,[A-Za-z\d+/]+={0,2}$/;
/** Control characters, except for line breaks. */
const CONTROL = /(?!\n)\p{Cc}/gu;

/**
 * Parses a JSON array of additions; an empty text is an empty list.
 * @throws ConversionError `invalid-options`, with the position and name of the wrong value
 */
export function parseAdditions(text: string): readonly Addition[] {
  if (text.trim() === '') return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new ConversionError('invalid-options', 'additions are not JSON', { cause });
  }
  if (!Array.isArray(parsed)) throw new ConversionError('invalid-options', 'additions are not an array');
  if (parsed.length > MAX_ADDITIONS) throw new ConversionError('invalid-options', `more than ${MAX_ADDITIONS} additions`);
  return parsed.map((entry: unknown, at) => additionOf(new Reader(entry, `additions[${at}]`)));
}

export function writeAdditions(additions: readonly Addition[]): string {
  return additions.length === 0 ? '' : JSON.stringify(additions);
}

function additionOf(read: Reader): Addition {
  const place = {
    pages: read.pages(),
    x: read.number('x', -MAX_POINTS, MAX_POINTS),
    y: read.number('y', -MAX_POINTS, MAX_POINTS),
  };
  switch (read.text('type', /^[a-z]+$/, 20)) {
    case 'text':
      return {
        type: 'text',
        ...place,
        text: compose(read.text('text', /\S/, MAX_TEXT).replaceAll(/\r\n?/g, '\n').replaceAll(CONTROL, ' ')),
        size: read.number('size', 1, MAX_FONT_SIZE, 12),
        font: read.text('font', /^(?:sans|serif)$/, 5, 'sans') === 'serif' ? 'serif' : 'sans',
        bold: read.flag('bold'),
        italic: read.flag('italic'),
        colour: read.text('colour', COLOUR, 7, '#000000'),
      };
    case 'image': {
      const image = { type: 'image', ...place, image: read.text('image', IMAGE), width: read.side('width') } as const;
      return read.has('height') ? { ...image, height: read.side('height') } : image;
    }
    case 'drawing':
      return {
        type: 'drawing',
        ...place,
        path: read.text('path', PATH, MAX_PATH),
        box: read.box(),
        stroke: read.number('stroke', 0.01, MAX_POINTS),
        colour: read.text('colour', COLOUR, 7, '#000000'),
        width: read.side('width'),
      };
    default:
      return read.fail('type');
  }
}

/** Reads the values of one addition. */
class Reader {
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #name: string;

  constructor(entry: unknown, name: string) {
    this.#values = new Map(Object.entries(entry ?? {}));
    this.#name = name;
  }

  fail(key: string): never {
    throw new ConversionError('invalid-options', `${this.#name}.${key}`);
  }

  has(key: string): boolean {
    return this.#values.get(key) !== undefined;
  }

  number(key: string, low: number, high: number, otherwise?: number): number {
    const value = this.#values.get(key) ?? otherwise;
    return typeof value === 'number' && value >= low && value <= high ? value : this.fail(key);
  }

  side(key: string): number {
    return this.number(key, 0.1, MAX_POINTS);
  }

  text(key: string, pattern: RegExp, maxLength = Number.POSITIVE_INFINITY, otherwise?: string): string {
    const value = this.#values.get(key) ?? otherwise;
    return typeof value === 'string' && value.length <= maxLength && pattern.test(value) ? value : this.fail(key);
  }

  flag(key: string): boolean {
    const value = this.#values.get(key) ?? false;
    return typeof value === 'boolean' ? value : this.fail(key);
  }

  /** A page list or a page number. */
  pages(): string {
    const value = this.#values.get('pages') ?? '';
    if (typeof value === 'number' && Number.isInteger(value) && value > 0) return String(value);
    return this.text('pages', /^[\d,\s-]*$/, 1000, '').trim();
  }

  box(): readonly [number, number] {
    const value = this.#values.get('box');
    const [width, height, ...more] = Array.isArray(value) ? value : [];
    const isSide = (side: unknown): side is number => typeof side === 'number' && side >= 0.1 && side <= MAX_POINTS;
    return isSide(width) && isSide(height) && more.length === 0 ? [width, height] : this.fail('box');
  }
}
