import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import {
  type ConvertRequest,
  type ConvertResult,
  type Engine,
  type EngineContext,
  readInput,
  type Warning,
} from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { readSuitcase } from './dfont.ts';
import { readEot, writeEot } from './eot.ts';
import { nameOf } from './names.ts';
import { CFF_OUTLINES, readCollection, readSfnt, tableOf, writeSfnt } from './sfnt.ts';
import { subsetFont } from './subset.ts';
import { toPostScript } from './to-postscript.ts';
import { toTrueType } from './to-truetype.ts';
import { readWoff, writeWoff } from './woff.ts';
import { readWoff2, writeWoff2 } from './woff2.ts';

/** Signature of a collection, `ttcf`. */
const COLLECTION = 0x74746366;

export const engine: Engine = {
  async convert(request, context) {
    context.signal.throwIfAborted();
    const file = await readInput(request.inputs[0]);
    const fonts = await fontsIn(file, request.from, context);
    const parts: { bytes: Bytes; label: string; warnings: readonly Warning[] }[] = [];
    for (const [index, font] of fonts.entries()) {
      context.signal.throwIfAborted();
      const { bytes, warnings } = await writeFont(await keep(font, request, context), request.to, context);
      parts.push({ bytes, warnings, label: labelOf(font, index) });
      context.onProgress((index + 1) / fonts.length);
    }
    return resultOf(parts, request.to);
  },
};

/** Returns each font of the file as sfnt. */
async function fontsIn(file: Bytes, from: string, context: EngineContext): Promise<readonly Bytes[]> {
  switch (from) {
    case 'ttc':
      return readCollection(file).map(writeSfnt);
    case 'dfont':
      return readSuitcase(file).map(checked);
    case 'woff':
      return [writeSfnt(await readWoff(file))];
    case 'woff2':
      return unpacked(await readWoff2(file, context));
    case 'eot':
      return [checked(readEot(file))];
    default:
      return [checked(file)];
  }
}

/** Returns the file itself after checking that it parses as a font. */
function checked(sfnt: Bytes): Bytes {
  const font = readSfnt(sfnt);
  const glyphs = tableOf(font, 'maxp');
  if (!glyphs || glyphs.length < 6 || viewOf(glyphs).getUint16(4) === 0)
    throw new ConversionError('corrupt', 'a font without glyphs');
  return sfnt;
}

/** Splits a collection into its fonts. */
function unpacked(sfnt: Bytes): readonly Bytes[] {
  return viewOf(sfnt).getUint32(0) === COLLECTION ? readCollection(sfnt).map(writeSfnt) : [checked(sfnt)];
}

/** Reduces a font to the requested characters. */
async function keep(font: Bytes, { options }: ConvertRequest, context: EngineContext): Promise<Bytes> {
  const { keptCharacters } = options;
  if (typeof keptCharacters !== 'string' || keptCharacters === '') return font;
  return subsetFont(await context.wasm('subset'), font, keptCharacters);
}

type Written = { readonly bytes: Bytes; readonly warnings: readonly Warning[] };

async function writeFont(font: Bytes, to: string, context: EngineContext): Promise<Written> {
  const sfnt = readSfnt(font);
  const isCff = sfnt.flavour === CFF_OUTLINES;
  if (!isCff && to === 'otf') {
    const isVariable = tableOf(sfnt, 'fvar') !== undefined;
    const warnings: readonly Warning[] = [
      { code: 'outlines-redrawn' },
      ...(isVariable ? [{ code: 'variations-dropped' } as const] : []),
    ];
    return { bytes: toPostScript(font), warnings };
  }
  if (isCff && (to === 'ttf' || to === 'eot'))
    return { bytes: await packed(toTrueType(font), to, context), warnings: [{ code: 'outlines-redrawn' }] };
  return { bytes: await packed(font, to, context), warnings: [] };
}

async function packed(font: Bytes, to: string, context: EngineContext): Promise<Bytes> {
  if (to === 'woff') return writeWoff(font);
  if (to === 'eot') return writeEot(font);
  return to === 'woff2' ? writeWoff2(font, context) : font;
}

/** Returns the full name of a font, made safe for file names. */
function labelOf(font: Bytes, index: number): string {
  const name = nameOf(tableOf(readSfnt(font), 'name'), 4) ?? '';
  return (
    name
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .trim()
      .replaceAll(' ', '-')
      .slice(0, 60) || `${index + 1}`
  );
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ttf: 'font/ttf',
  otf: 'font/otf',
  woff: 'font/woff',
  woff2: 'font/woff2',
  eot: 'application/vnd.ms-fontobject',
};

type Part = Written & { readonly label: string };

function resultOf(parts: readonly Part[], to: string): ConvertResult {
  const outputs = parts.map(({ bytes, label }) => {
    const content = new Blob([bytes], { type: MEDIA_TYPES[to] ?? 'application/octet-stream' });
    return parts.length > 1 ? { content, label } : { content };
  });
  const [first, ...rest] = outputs;
  if (!first) throw new ConversionError('corrupt', 'no font inside');
  const warnings = new Map(parts.flatMap((part) => part.warnings.map((warning) => [warning.code, warning])));
  return { outputs: [first, ...rest], warnings: [...warnings.values()] };
}
