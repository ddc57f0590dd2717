/** Checks that nothing violates the site's Content-Security-Policy, with an engine whose package used to. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { BUILT_PAGES } from '@bakkum/site/pages';
import { expect, inject, test } from 'vitest';
import { converterJourney } from '../conversion/converter-journey.ts';
import { convertOnPage } from './policy-journey.ts';

const SCRIPTS = path.resolve(import.meta.dirname, '../../../apps/web/build/client/assets');
/** Functions and programs made of text. A minifier writes `Function(…)` for `new Function(…)`; in templates both are only words. */
const EVALUATION = /(?<![\w$.'"`])(?:new )?(?:Function|eval)\((?!\$\{)|\(Function,/g;

const journey = converterJourney();

test('no script of the site evaluates strings as code', async () => {
  const found: string[] = [];
  for (const name of (await readdir(SCRIPTS)).filter((file) => /\.m?js$/.test(file))) {
    const text = await readFile(path.join(SCRIPTS, name), 'utf8');
    for (const { index } of text.matchAll(EVALUATION)) found.push(`${name}: ${text.slice(index - 40, index + 60)}`);
  }
  expect(found).toEqual([]);
});

test('no page has inline styles, which browsers would block', async () => {
  const carriers: string[] = [];
  for (const { path: page } of BUILT_PAGES) {
    const html = await (await fetch(`${inject('baseUrl')}${page}`)).text();
    if (/ style="/.test(html)) carriers.push(page);
  }
  expect(carriers).toEqual([]);
});

test('an engine converts at full fidelity under the content security policy', async () => {
  const { ok, engines, warnings, complaints } = await convertOnPage(journey, 'documents/typ.typ', 'pdf');
  expect({ ok, engines, complaints }).toEqual({ ok: true, engines: ['typst'], complaints: [] });
  expect(warnings).not.toContain('less-faithful');
});
