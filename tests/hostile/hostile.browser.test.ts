/** The small hostile files in a real browser, which also checks that their readers work there. */

import type { Plan } from '@bakkum/conversion/planner';
import { plannerFor } from '@bakkum/registry/catalogue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER_PATH } from '../browser-harness/browser.ts';
import { type BrowserHarness, openBrowserHarness } from '../browser-harness/harness.ts';
import { fixture } from '../engine-context.ts';
import * as made from './files.ts';

let harness: BrowserHarness;

/** Converts with the first plan in the browser; returns `done` or a code. */
async function convert(content: Uint8Array<ArrayBuffer>, from: string, to: string) {
  const answer = plannerFor(harness.capabilities).plan(from, to);
  if (!answer.ok) throw new Error(`no plan from ${from} to ${to}`);
  const [plan]: readonly [Plan, ...Plan[]] = answer.plans;
  const result = await harness.convert([content], plan, {});
  return result.ok
    ? { word: 'done', files: result.files, warnings: result.warnings.map(({ code }) => code), detail: '' }
    : { word: result.code, files: [], warnings: [], detail: `${result.engine}: ${result.detail}` };
}

const deep = 100_000;

describe.skipIf(!BROWSER_PATH)('in a browser', () => {
  beforeAll(async () => {
    harness = await openBrowserHarness();
  });
  afterAll(() => harness?.close());

  it.each([
    ['a billion laughs', made.bytesOf(made.laughingXml()), 'xml', 'json', 'unsupported-feature'],
    ['a billion laughs', made.bytesOf(made.laughingYaml()), 'yaml', 'json', 'too-large'],
    ['nested lists', made.bytesOf('['.repeat(deep)), 'json', 'yaml', 'too-large'],
    [
      'a text longer than the file',
      made.bytesOf(Uint8Array.of(0x7b, 255, 255, 255, 255, 255, 255, 255, 255)),
      'cbor',
      'json',
      'corrupt',
    ],
    ['one content under many names', made.overlappingZip(2000, 1), 'zip', 'tar', 'too-large'],
    [
      'a tar with a false name size',
      made.tarWithHeader('x', 2_000_000, made.bytesOf('9'.repeat(2_000_000))),
      'tar',
      'zip',
      'corrupt',
    ],
  ])('%s', async (_, content, from, to, word) => {
    expect((await convert(content, from, to)).word).toBe(word);
  });

  it('no file is written outside its folder', async () => {
    const zip = made.zipOf([
      { name: '../evil.txt', content: made.bytesOf('x') },
      { name: 'good.txt', content: made.bytesOf('good') },
    ]);
    expect(await convert(zip, 'zip', 'tar')).toMatchObject({ word: 'done', warnings: ['entries-dropped'] });
  });

  it.each([
    ['archives/tree.tar.br', 'tar-br', 'zip'],
    ['archives/dependent.txt.lz4', 'lz4', 'zst'],
    ['archives/tree.tar.lz', 'tlz', 'iso'],
    ['tables/table.arrow', 'arrow', 'sqlite'],
    ['tables/tables.sqlite', 'sqlite', 'json'],
    ['data/bson.bson', 'bson', 'bplist'],
    ['mail/korean.eml', 'eml', 'html'],
    ['mail/outlook.msg', 'msg', 'zip'],
    ['rdf/people.ttl', 'turtle', 'nquads'],
  ])('%s: %s → %s', async (name, from, to) => {
    const content = new Uint8Array(await (await fixture(name)).arrayBuffer());
    const { word, files, detail } = await convert(content, from, to);
    expect({ word, detail }).toEqual({ word: 'done', detail: '' });
    expect(files[0]?.bytes.length).toBeGreaterThan(0);
  });
});
