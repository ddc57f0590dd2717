/** Engines whose packages used to violate the site's Content-Security-Policy. */
import { expect, test } from 'vitest';
import { converterJourney } from '../conversion/converter-journey.ts';
import { convertOnPage } from './policy-journey.ts';

const journey = converterJourney();

test.each([
  ['documents/typ.typ', 'png', ['typst', 'pdfium']],
  ['documents/md.md', 'pdf', ['pandoc', 'typst']],
  ['documents/md.md', 'png', ['pandoc', 'typst']],
  ['fonts/ttf.ttf', 'woff2', ['fonts']],
  ['fonts/woff2.woff2', 'ttf', ['fonts']],
])('%s becomes %s by the best way there is', async (file, to, best) => {
  const { ok, engines, warnings, complaints } = await convertOnPage(journey, file, to);
  expect({ ok, engines: engines.slice(0, best.length), complaints }).toEqual({ ok: true, engines: best, complaints: [] });
  expect(warnings).not.toContain('less-faithful');
});
