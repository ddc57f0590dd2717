import { ADDED_LANGUAGES } from './added-languages.gen.ts';

/** The program and the data of `auto`, by name among the assets. */
export const AUTOMATIC_ASSETS: readonly string[] = ['tesseract', assetOf('eng'), assetOf('kor')];

/** Files of text recognition, for the `assets` of an engine's manifest. Only the selected languages are read. */
export const RECOGNITION_ASSETS: Readonly<Record<string, string>> = {
  tesseract: 'tesseract.js-core/tesseract-core-simd-lstm.wasm',
  ...Object.fromEntries(['eng', 'kor', ...ADDED_LANGUAGES].map((language) => [assetOf(language), dataOf(language)])),
};

/** Name of a language's data among the assets. @param language Tesseract's code */
export function assetOf(language: string): string {
  return `tesseract-${language}`;
}

/** The integer version of the most accurate model, in its npm package. */
function dataOf(language: string): string {
  return `@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`;
}

/** Compressed size in bytes of `AUTOMATIC_ASSETS`. */
export const RECOGNITION_BYTES = 5_600_000;

/** Peak memory of recognizing a page, in bytes: program, languages, grey image and ink map. */
export const RECOGNITION_MEMORY = 256 * 1024 * 1024;
