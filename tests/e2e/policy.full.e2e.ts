/** Engines whose packages did what the site's Content-Security-Policy forbids. */
import { test } from 'vitest';
import { converterJourney } from './converter-journey.ts';
import { convertBest } from './policy-journey.ts';

const journey = converterJourney();

test.each([
  ['documents/typ.typ', 'png', ['typst', 'pdfium']],
  ['documents/md.md', 'pdf', ['pandoc', 'typst']],
  ['documents/md.md', 'png', ['pandoc', 'typst']],
  ['fonts/ttf.ttf', 'woff2', ['fonts']],
  ['fonts/woff2.woff2', 'ttf', ['fonts']],
])('%s becomes %s by the best way there is', (file, to, engines) => convertBest(journey, file, to, engines));
