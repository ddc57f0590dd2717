/** Conversions whose engines start workers themselves, often enough to meet a browser that sometimes blocks there. */
import { bytesOf } from '@bakkum/conversion/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from './browser-harness/browser.ts';
import { type BrowserHarness, openBrowserHarness } from './browser-harness/harness.ts';
import { fixture } from './engine-context.ts';

/** Firefox 153 blocked in about one of fifty. */
const CONVERSIONS = 150;

let harness: BrowserHarness;

describe.skipIf(!hasBrowser())('engines that start workers', () => {
  beforeAll(async () => {
    harness = await openBrowserHarness();
  });
  afterAll(() => harness?.close());

  it('answer every time', async () => {
    const source = await bytesOf(await fixture('media/tones.m4a'));
    const step = { engine: 'mediabunny', from: 'm4a', to: 'mp3', fidelity: 'lossy', cost: 1 } as const;
    const failures: string[] = [];
    for (let count = 0; count < CONVERSIONS; count += 1) {
      const result = await harness.convert([source], { steps: [step] });
      if (!result.ok) failures.push(result.code);
    }
    expect(failures).toEqual([]);
  });
});
