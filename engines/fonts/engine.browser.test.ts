import { bytesOf } from '@bakkum/conversion/engine';
import { BROWSER_PATH } from '@bakkum/tests/browser-harness/browser';
import { type BrowserHarness, openBrowserHarness } from '@bakkum/tests/browser-harness/harness';
import { fixture } from '@bakkum/tests/engine-context';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe.skipIf(!BROWSER_PATH)('fonts in a browser', () => {
  let harness: BrowserHarness | undefined;
  beforeAll(async () => {
    harness = await openBrowserHarness();
  });
  afterAll(() => harness?.close());

  it.each([
    ['otf', 'woff', ''],
    ['ttf', 'ttf', '가A'],
    ['woff2', 'ttf', ''],
    ['ttf', 'woff2', ''],
  ])(
    '%s → %s, characters "%s"',
    async (from, to, keptCharacters) => {
      const source = await bytesOf(await fixture(`fonts/${from}.${from}`));
      const step = { engine: 'fonts', from, to, fidelity: 'lossless', cost: 1 } as const;
      const result = await harness?.convert([source], { steps: [step] }, { keptCharacters });
      expect(result).toMatchObject({ ok: true, warnings: [] });
    },
    60_000,
  );
});
