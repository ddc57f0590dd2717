// oxlint-disable-next-line typescript/triple-slash-reference -- types for an untyped package cannot come from a module
/// <reference path="./tesseract.d.ts" />
import { inflate } from '@bakkum/bytes/streams';
import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import start, { type TessBaseAPI, type TesseractModule } from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { assetOf } from './assets.ts';
import { type GreyImage, type PixelBox, pgmOf, resized } from './grey-image.ts';

/** Tesseract's code of a language, and of its script or direction where it has several: `eng`, `kor`, `chi_sim`, `jpn_vert`. */
export type Language = string;

/** Whether the language is written in columns from right to left. */
export const isVertical = (language: Language): boolean => language.endsWith('_vert');

/** A recognized word, in pixels of the image that was read. */
export type ReadWord = PixelBox & {
  readonly text: string;
  /** Percent, as Tesseract estimates it. */
  readonly confidence: number;
  /** No space separates it from the word before, which is in another script. */
  readonly isGlued?: boolean;
};

/** Reads images that hold a single line of text. */
export type LineReader = {
  /** Errors: `out-of-memory`, after which it must not be used again. */
  read(line: GreyImage, language: Language): readonly ReadWord[];
};

/** Files of a reader. They can be sent to other workers. */
export type ReaderFiles = {
  readonly program: WebAssembly.Module;
  readonly models: ReadonlyMap<Language, Uint8Array<ArrayBuffer>>;
};

/** The neural network alone (OEM_LSTM_ONLY). */
const NEURAL = 1;
/** Settings for images of one line (PSM_SINGLE_LINE). */
export const LINE_SETTINGS: Readonly<Record<string, string>> = {
  tessedit_pageseg_mode: '7',
  // Otherwise, a line in the other language is also read inverted. Our lines are always dark on bright.
  invert_threshold: '0',
};
/** Several times the largest data. */
const MAX_MODEL_BYTES = 32 * 1024 * 1024;
/** Levels of the page iterator. */
const LINE = 2;
const WORD = 3;

/** Reads the program and the data of these languages. */
export async function readerFilesOf(
  { bytes, wasm }: Pick<EngineContext, 'bytes' | 'wasm'>,
  languages: readonly Language[],
): Promise<ReaderFiles> {
  const models = new Map<Language, Uint8Array<ArrayBuffer>>();
  for (const language of languages) models.set(language, await unpacked(await bytes(assetOf(language))));
  return { program: await wasm('tesseract'), models };
}

/** A server or browser may already have decompressed the gzip file. */
const unpacked = async (file: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  file[0] === 0x1f && file[1] === 0x8b ? inflate(file, 'gzip', { maxBytes: MAX_MODEL_BYTES }) : file;

/** Starts Tesseract with the languages of its files. */
export async function startLineReader({ program, models }: ReaderFiles): Promise<LineReader> {
  const module = await start({
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(program, imports);
      receive(instance, program);
      return instance.exports;
    },
    print: () => undefined,
    printErr: () => undefined,
  });
  const apis = new Map<Language, TessBaseAPI>();
  for (const [language, model] of models) apis.set(language, openLanguage(module, language, model));
  return {
    read(line, language) {
      const api = apis.get(language);
      if (!api) throw new RangeError(`language ${language} was not loaded`);
      try {
        return readNarrowed(module, api, line, language);
      } catch (cause) {
        if (!(cause instanceof WebAssembly.RuntimeError)) throw cause;
        throw new ConversionError('out-of-memory', `tesseract: ${cause.message}`, { cause });
      }
    },
  };
}

function openLanguage(module: TesseractModule, language: Language, model: Uint8Array): TessBaseAPI {
  module.FS.writeFile(`/${language}.traineddata`, model);
  const api = new module.TessBaseAPI();
  if (api.Init('/', language, NEURAL) !== 0) throw new ConversionError('engine-unavailable', `tesseract refused ${language}`);
  applySettings(api, LINE_SETTINGS);
  return api;
}

/**
 * Tesseract resizes lines to 36 pixels between their margins, and its time grows with the width. In higher lines, it reads Latin letters
 * just as well if they are a fifth narrower. Of Hangul it reads 0.1 % less.
 */
const NARROWED = 0.8;
const MIN_NARROWED_HEIGHT = 50;

function readNarrowed(module: TesseractModule, api: TessBaseAPI, line: GreyImage, language: Language): readonly ReadWord[] {
  if (language !== 'eng' || line.height < MIN_NARROWED_HEIGHT) return readLine(module, api, line, language);
  const narrow = resized(line, NARROWED, 1);
  const widened = line.width / narrow.width;
  const words = readLine(module, api, narrow, language);
  return words.map((word) => ({ ...word, left: word.left * widened, right: word.right * widened }));
}

/** Languages whose characters Tesseract lists as words. */
const WITHOUT_SPACES = /^(kor|jpn|chi_sim|chi_tra|tha|mya|khm|lao)/;

/** Settings that apply to a whole module, so they are set before each line. Otherwise, these languages have spaces between all characters. */
export function languageSettings(language: Language): Readonly<Record<string, string>> {
  return { preserve_interword_spaces: WITHOUT_SPACES.test(language) ? '1' : '0' };
}

function applySettings(api: TessBaseAPI, settings: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(settings)) api.SetVariable(name, value);
}

function readLine(module: TesseractModule, api: TessBaseAPI, line: GreyImage, language: Language): readonly ReadWord[] {
  applySettings(api, languageSettings(language));
  module.FS.writeFile('/input', pgmOf(line));
  if (api.SetImageFile(1, 0) !== 0 || api.Recognize(null) !== 0) return [];
  return wordsOf(module, api);
}

function wordsOf(module: TesseractModule, api: TessBaseAPI): readonly ReadWord[] {
  const iterator = api.GetIterator();
  const pieces: ReadWord[] = [];
  try {
    iterator.Begin();
    const line = iterator.GetUTF8Text(LINE) ?? '';
    do {
      const text = iterator.GetUTF8Text(WORD)?.trim() ?? '';
      if (text === '') continue;
      const { x0, y0, x1, y1 } = iterator.getBoundingBox(WORD);
      pieces.push({ text, left: x0, top: y0, right: x1, bottom: y1, confidence: iterator.Confidence(WORD) });
    } while (iterator.Next(WORD));
    return joinedPieces(pieces, line);
  } finally {
    module.destroy(iterator);
    api.Clear();
  }
}

/** Joins syllables that Tesseract lists as separate words. Only the text of the line shows where the spaces are. */
export function joinedPieces(pieces: readonly ReadWord[], line: string): readonly ReadWord[] {
  const words: ReadWord[] = [];
  let at = 0;
  for (const piece of pieces) {
    const found = line.indexOf(piece.text, at);
    const last = words.at(-1);
    const isApart = found < 0 || /\s/.test(line.slice(at, found));
    if (found >= 0) at = found + piece.text.length;
    if (!last || isApart) words.push(piece);
    else if (hasSyllables(last.text) === hasSyllables(piece.text) || DIGITS.test(piece.text) || DIGITS.test(last.text))
      words[words.length - 1] = joined(last, piece);
    else words.push({ ...piece, isGlued: piece.left - last.right < (piece.bottom - piece.top) * MIN_SPACE });
  }
  return words;
}

/** Width of a space between scripts, relative to the height of a letter. */
const MIN_SPACE = 0.2;
/** Digits and punctuation can be part of words in any script. */
const DIGITS = /^[\d.,:;%?!~'"’”)\]-]+$/;
const hasSyllables = (text: string): boolean => /[\uac00-\ud7af]/.test(text);

function joined(one: ReadWord, other: ReadWord): ReadWord {
  const letters = one.text.length + other.text.length;
  return {
    ...one,
    text: one.text + other.text,
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
    confidence: (one.confidence * one.text.length + other.confidence * other.text.length) / letters,
  };
}
