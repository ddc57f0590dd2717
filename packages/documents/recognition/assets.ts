/** Files of text recognition, for the `assets` of an engine's manifest. Only the selected languages are read. */
export const RECOGNITION_ASSETS = {
  tesseract: 'tesseract.js-core/tesseract-core-simd-lstm.wasm',
  tesseractEnglish: '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
  tesseractKorean: '@tesseract.js-data/kor/4.0.0_best_int/kor.traineddata.gz',
} as const;

/** Compressed size of all of them in bytes. */
export const RECOGNITION_BYTES = 5_600_000;

/** Peak memory of recognizing a page, in bytes: program, languages, grey image and ink map. */
export const RECOGNITION_MEMORY = 256 * 1024 * 1024;
