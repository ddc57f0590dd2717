/**
 * Every core engine, and the routes people use most, in a real browser and the product's own worker. Projects of vitest.config.ts
 * repeat both in Firefox and WebKit, and with browsers that lack APIs (browser-harness/mask.ts).
 */
import { bytesOf, type EngineManifest } from '@bakkum/conversion/engine';
import type { ConversionErrorCode } from '@bakkum/conversion/errors';
import { defaultsOf } from '@bakkum/conversion/options';
import type { Planner } from '@bakkum/conversion/planner';
import { plannerFor } from '@bakkum/registry/catalogue';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserInUse, hasBrowser } from './browser-harness/browser.ts';
import { type BrowserHarness, openBrowserHarness } from './browser-harness/harness.ts';
import { maskInUse } from './browser-harness/mask.ts';
import type { BrowserName } from './browsers/browser-tab.ts';
import { fixture } from './engine-context.ts';
import { fixtureOf, isPublic, type Pair, pairsOf, planOf, secondInputOf } from './engine-pairs.ts';

let harness: BrowserHarness;
let planner: Planner;

const CORE = MANIFESTS.filter(({ tier, requires }) => tier === 'core' && !requires.some((need) => need.startsWith('native-')));
const MAX_TARGETS = 2;

/**
 * Engines that do not answer in a browser here, though the website converts with them or falls back (docs/browsers.md, known gaps).
 */
const SILENT: Readonly<Record<BrowserName, readonly string[]>> = {
  chromium: [],
  firefox: [],
  webkit: ['office'],
};

const ZIP_TO_TAR = planOf(
  { from: 'zip', to: 'files', step: { engine: 'zip', from: 'zip', to: 'files', fidelity: 'lossless', cost: 1 } },
  plannerFor(new Set()),
);

/** One engine may leave a file to another, and refuse one if the browser lacks what it needs. */
const LEFT_TO_OTHERS: ReadonlySet<ConversionErrorCode> = new Set([
  'unsupported-feature',
  ...(maskInUse() === 'plain-http' ? ['needs-capability' as const] : []),
]);

/** Converts pairs of each source until enough of them fit, and returns what breaks the contract. */
async function breachesOf(manifest: EngineManifest): Promise<readonly string[]> {
  const breaches: string[] = [];
  for (const pairs of Map.groupBy(pairsOf(manifest, harness.capabilities), ({ from }) => from).values()) {
    let fits = 0;
    for (const pair of pairs) {
      if (fits === MAX_TARGETS) break;
      const code = await codeOf(manifest, pair);
      if (code === undefined) fits += 1;
      else if (!LEFT_TO_OTHERS.has(code)) breaches.push(`${pair.from} → ${pair.to}: ${code}`);
    }
  }
  return breaches;
}

/** Why a pair fails; `undefined` if it does not. Steps around the engine complete it to files. */
async function codeOf(manifest: EngineManifest, pair: Pair): Promise<ConversionErrorCode | undefined> {
  const conversion = manifest.conversions.find(({ from, to }) => from.includes(pair.from) && to.includes(pair.to));
  const plan = planOf(pair, planner);
  if (!isPublic(plan.from) || !isPublic(plan.to)) return 'unsupported-feature';
  const source = await fixtureOf(plan.from, manifest.id);
  const second = await secondInputOf(conversion?.operation, source);
  const inputs = await Promise.all((second ? [source, second] : [source]).map((input) => bytesOf(input)));

  const result = await harness.convert(inputs, plan, defaultsOf(conversion?.options ?? {}));

  return result.ok ? undefined : result.code;
}

describe.skipIf(!hasBrowser())('in a browser', () => {
  beforeAll(async () => {
    harness = await openBrowserHarness();
    planner = plannerFor(harness.capabilities);
  });
  afterAll(() => harness?.close());

  it.for(CORE.map((manifest) => [manifest.id, manifest] as const))(
    'the engine %s keeps the contract',
    async ([id, manifest], { skip }) => {
      skip(SILENT[browserInUse()].includes(id), 'it does not answer in this browser');
      expect(await breachesOf(manifest)).toEqual([]);
    },
  );

  it.each([
    ['images/heic.heic', 'heic', 'jpeg'],
    ['images/png.png', 'png', 'webp'],
    ['images/gif.gif', 'gif', 'webp'],
    ['images/webp.webp', 'webp', 'png'],
    ['images/jpeg.jpg', 'jpeg', 'avif'],
    ['images/svg.svg', 'svg', 'png'],
    ['documents/docx.docx', 'docx', 'pdf'],
    ['documents/hwp.hwp', 'hwp', 'pdf'],
    ['documents/epub.epub', 'epub', 'pdf'],
    ['documents/md.md', 'md', 'docx'],
    ['documents/pdf.pdf', 'pdf', 'docx'],
    ['archives/tree.zip', 'zip', '7z'],
    ['archives/tree.7z', '7z', 'zip'],
    ['fonts/ttf.ttf', 'ttf', 'woff2'],
    ['fonts/woff2.woff2', 'woff2', 'ttf'],
    ['media/clip.mp4', 'mp4', 'mp3'],
    ['media/clip.mp4', 'mp4', 'webm'],
    ['media/clip.mp4', 'mp4', 'gif'],
    ['media/clip.webm', 'webm', 'mp4'],
    ['media/tones.flac', 'flac', 'm4a'],
  ])('%s: one of the plans from %s to %s works', async (name, from, to) => {
    const result = await harness.run(await bytesOf(await fixture(name)), from, to);
    expect(result).toMatchObject({ ok: true });
  });

  it.skipIf(maskInUse() !== 'safari')('FFmpeg takes over when the browser stops decoding in the middle of a video', async () => {
    const clip = await bytesOf(await fixture('media/clip.mp4'));
    const result = await harness.run(clip, 'mp4', 'webm', { mute: true });
    expect(result).toMatchObject({ ok: true, engines: ['ffmpeg'], failures: ['mediabunny: unsupported-feature'] });
  });

  it.skipIf(browserInUse() !== 'chromium')('removes APIs from workers, too', async () => {
    const tree = await bytesOf(await fixture('archives/tree.zip'));
    const api = () => ({
      iteration: Symbol.asyncIterator in ReadableStream.prototype,
      storage: 'storage' in navigator,
      audio: 'AudioEncoder' in globalThis,
      sharedMemory: 'SharedArrayBuffer' in globalThis,
    });
    const inWorker = async () => {
      expect(await harness.convert([tree], ZIP_TO_TAR)).toMatchObject({ ok: true });
      // Workers of earlier conversions may be closing, and threads of programs never answer.
      return Promise.any(harness.page.workers().map((worker) => worker.evaluate(api)));
    };
    // A worker ends if it is idle for a while, which on a slow machine may be before it is asked.
    await expect.poll(inWorker).toEqual(
      {
        none: { iteration: true, storage: true, audio: true, sharedMemory: true },
        safari: { iteration: false, storage: false, audio: false, sharedMemory: true },
        'plain-http': { iteration: true, storage: false, audio: false, sharedMemory: false },
      }[maskInUse() ?? 'none'],
    );
  });

  it.skipIf(maskInUse() !== undefined)('has what all conversions need that the format pages list without a limit', () => {
    const needed = MANIFESTS.flatMap(({ requires }) => requires).filter((need) => !need.startsWith('native-'));
    expect([...new Set(needed)].filter((need) => !harness.capabilities.has(need))).toEqual([]);
  });

  it.skipIf(browserInUse() !== 'chromium')('has only what its mask leaves', () => {
    const removed = {
      none: [],
      safari: ['image-decoder', 'encode-webp', 'encode-av1', 'encode-hevc', 'large-memory'],
      'plain-http': ['image-decoder', 'encode-av1', 'encode-hevc', 'threads'],
    } as const;
    expect(removed[maskInUse() ?? 'none'].filter((name) => harness.capabilities.has(name))).toEqual([]);
    expect(harness.capabilities.has('offscreen-canvas')).toBe(true);
  });
});
