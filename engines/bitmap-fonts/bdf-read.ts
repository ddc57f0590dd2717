import { ConversionError } from '@bakkum/conversion/errors';
import { type BitmapFont, type Glyph, MAX_DOTS, MAX_GLYPHS } from './font.ts';

type Lines = Iterator<readonly [word: string, rest: string], undefined, void>;

/**
 * Reads the Glyph Bitmap Distribution Format 2.1 (Adobe).
 * @throws ConversionError `corrupt`
 */
export function readBdf(file: Uint8Array): BitmapFont {
  const lines = linesOf(new TextDecoder('latin1').decode(file));
  const properties: (readonly [string, string | number])[] = [];
  const glyphs: Glyph[] = [];
  let box: readonly number[] = [];
  for (let line = lines.next().value; line; line = lines.next().value) {
    const [word, rest] = line;
    if (word === 'ENDFONT') return { properties, ...extentOf(properties, box), glyphs };
    if (word === 'FONTBOUNDINGBOX') box = numbersOf(rest);
    else if (word === 'STARTPROPERTIES') properties.push(...propertiesOf(lines));
    else if (word === 'STARTCHAR') {
      if (glyphs.length >= MAX_GLYPHS) throw new ConversionError('too-large', `over ${MAX_GLYPHS} letters`);
      glyphs.push(glyphOf(lines, rest));
    }
  }
  throw new ConversionError('corrupt', 'a font without an end');
}

function* linesOf(text: string): Generator<readonly [string, string], undefined, void> {
  for (const line of text.split(/\r?\n/)) {
    const [, word = '', rest = ''] = /^(\S+)\s*(.*)/.exec(line.trim()) ?? [];
    if (word !== '') yield [word, rest];
  }
  return undefined;
}

const numbersOf = (text: string): readonly number[] => text.split(/\s+/).map(Number);

function* propertiesOf(lines: Lines): Generator<readonly [string, string | number], void, void> {
  for (let line = lines.next().value; line; line = lines.next().value) {
    const [word, rest] = line;
    if (word === 'ENDPROPERTIES') return;
    const quoted = /^"(.*)"$/.exec(rest)?.[1];
    yield [word, quoted === undefined ? Number(rest) : quoted.replaceAll('""', '"')];
  }
}

function extentOf(properties: BitmapFont['properties'], [, height = 0, , bottom = 0]: readonly number[]) {
  const property = (name: string): number | undefined => {
    const value = properties.find(([key]) => key === name)?.[1];
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  };
  return { ascent: property('FONT_ASCENT') ?? height + bottom, descent: property('FONT_DESCENT') ?? -bottom };
}

function glyphOf(lines: Lines, name: string): Glyph {
  const facts = new Map<string, readonly number[]>();
  for (let line = lines.next().value; line; line = lines.next().value) {
    const [word, rest] = line;
    if (word === 'BITMAP') return drawnOf(lines, name, facts);
    facts.set(word, numbersOf(rest));
  }
  throw new ConversionError('corrupt', `the letter ${name} is not whole`);
}

function drawnOf(lines: Lines, name: string, facts: ReadonlyMap<string, readonly number[]>): Glyph {
  const [width = 0, height = 0, left = 0, bottom = 0] = facts.get('BBX') ?? [];
  if (![width, height].every((side) => side >= 0 && side <= MAX_DOTS))
    throw new ConversionError('corrupt', `the letter ${name} of ${width} times ${height} dots`);
  const code = facts.get('ENCODING')?.[0] ?? -1;
  const advance = facts.get('DWIDTH')?.[0] ?? width;
  const dots = dotsOf(lines, width, height);
  return { ...(code >= 0 ? { code } : {}), name, width, height, left, bottom, advance, dots };
}

function dotsOf(lines: Lines, width: number, height: number): Uint8Array {
  const dots = new Uint8Array(width * height);
  for (let row = 0; row <= height; row += 1) {
    const [digits] = lines.next().value ?? [''];
    if (row === height) {
      if (digits !== 'ENDCHAR') throw new ConversionError('corrupt', 'a letter with rows too many');
      break;
    }
    if (!/^[\da-f]+$/i.test(digits) || digits.length * 4 < width) throw new ConversionError('corrupt', 'a row is missing');
    for (let column = 0; column < width; column += 1)
      dots[row * width + column] = (Number.parseInt(digits[column >> 2] ?? '0', 16) >> (3 - (column & 3))) & 1;
  }
  return dots;
}
