/** What the site's Content-Security-Policy forbids, and engines whose packages did it all the same. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { BUILT_PAGES } from '@bakkum/site/pages';
import { describe, expect, inject, test } from 'vitest';
import type { ScriptingInterface } from '../../apps/web/app/features/conversion/scripting-interface.ts';
import { converterJourney } from './converter-journey.ts';

declare global {
  var bakkum: ScriptingInterface;
}

const FIXTURES = path.resolve(import.meta.dirname, '../fixtures');
const SCRIPTS = path.resolve(import.meta.dirname, '../../apps/web/build/client/assets');
/** Functions and programs made of text. A minifier writes `Function(…)` for `new Function(…)`; in templates both are only words. */
const EVALUATION = /(?<![\w$.'"`])(?:new )?(?:Function|eval)\((?!\$\{)|\(Function,/g;

const journey = converterJourney();

test('no script of the site makes programs out of text', async () => {
  const found: string[] = [];
  for (const name of (await readdir(SCRIPTS)).filter((file) => /\.m?js$/.test(file))) {
    const text = await readFile(path.join(SCRIPTS, name), 'utf8');
    for (const { index } of text.matchAll(EVALUATION)) found.push(`${name}: ${text.slice(index - 40, index + 60)}`);
  }
  expect(found).toEqual([]);
});

test('no page carries styles of its own, which browsers would leave out', async () => {
  const carriers: string[] = [];
  for (const { path: page } of BUILT_PAGES) {
    const html = await (await fetch(`${inject('baseUrl')}${page}`)).text();
    if (/ style="/.test(html)) carriers.push(page);
  }
  expect(carriers).toEqual([]);
});

describe('under the policy of the site', () => {
  test.each([
    ['documents/typ.typ', 'pdf', ['typst']],
    ['documents/typ.typ', 'png', ['typst', 'pdfium']],
    ['documents/md.md', 'pdf', ['pandoc', 'typst']],
    ['documents/md.md', 'png', ['pandoc', 'typst']],
    ['fonts/ttf.ttf', 'woff2', ['fonts']],
    ['fonts/woff2.woff2', 'ttf', ['fonts']],
  ])('%s becomes %s by the best way there is', async (file, to, engines) => {
    const { page, complaints } = journey;
    await journey.open('/converter');
    await page.waitForFunction(() => 'bakkum' in globalThis);
    const base64 = await readFile(path.join(FIXTURES, file), 'base64');
    const given = { name: path.basename(file), base64, target: to };
    const result = await page.evaluate(async ({ name, base64: text, target }) => {
      const answer = await globalThis.bakkum.convert(new File([Uint8Array.fromBase64(text)], name), target);
      return answer.ok
        ? { ok: true, engines: answer.plan.steps.map(({ engine }) => engine), warnings: answer.warnings.map(({ code }) => code) }
        : { ok: false, code: answer.code };
    }, given);
    expect(result).toMatchObject({ ok: true });
    expect(result.warnings).not.toContain('less-faithful');
    expect(result.engines?.slice(0, engines.length)).toEqual(engines);
    expect(complaints).toEqual([]);
  });
});
