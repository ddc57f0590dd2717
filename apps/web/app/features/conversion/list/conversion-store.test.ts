import type { Format } from '@bakkum/formats/format';
import { expect, test, vi } from 'vitest';
import type { ConversionCore } from '../conversion-core.ts';
import { ConversionStore } from './conversion-store.ts';

const format = (id: string): Format => ({
  id,
  family: 'image',
  name: id.toUpperCase(),
  title: { en: id, ko: id },
  extensions: [id],
  mediaTypes: [`image/${id}`],
});

/** Targets by format. A file's extension is its format. */
const TARGETS: Readonly<Record<string, readonly string[]>> = { png: ['jpeg', 'pdf'], jpeg: ['png', 'pdf'], mp3: ['wav'] };

function core(): ConversionCore {
  const unexpected = (): never => {
    throw new Error('not part of this test');
  };
  return {
    detect: async ({ name }) => ({ format: format(name.split('.')[1] ?? ''), by: 'content', traits: {} }),
    targets: (from) => (TARGETS[from] ?? []).map((id) => ({ format: format(id), lossy: false, picture: false, same: false })),
    fallback: undefined,
    facts: async (file) => ({ width: file.size, height: 1 }),
    convert: async () => ({
      ok: true,
      files: [{ blob: new Blob(['result']) }],
      warnings: [],
      plan: PLAN,
      elapsedMs: 1,
      attempts: [],
    }),
    nameOf: (name, to) => `${name}.${to}`,
    discard: () => undefined,
    resultsInMemory: async () => undefined,
    reachable: unexpected,
    lesserHere: unexpected,
    storedTargets: async () => new Set(['pdf']),
    keepForOffline: unexpected,
    notHere: (from) => (from === 'xls' ? [format('pdf')] : []),
    foresee: async (_, to) => (to === 'pdf' ? 53_000_000 : 0),
    isRecording: unexpected,
    formatOf: unexpected,
    isProven: unexpected,
    ways: () => [],
    optionsFor: unexpected,
    combines: unexpected,
    compare: unexpected,
    sign: unexpected,
    combinedOptions: unexpected,
    combine: unexpected,
    formatName: unexpected,
    familyOf: unexpected,
    showing: unexpected,
    preview: unexpected,
    hasPages: unexpected,
    previewPages: unexpected,
    thumbnail: unexpected,
    isScan: unexpected,
    recognitionDownload: unexpected,
    trial: unexpected,
  };
}

const step = { engine: 'e', from: 'a', to: 'b', fidelity: 'lossless', cost: 1 } as const;
const PLAN = { from: 'a', to: 'b', steps: [step], fidelity: 'lossless', kept: 'lossless', rank: 0, cost: 1 } as const;

async function storeWith(...names: string[]): Promise<ConversionStore> {
  const store = new ConversionStore({ loadCore: async () => core(), parallel: 1 });
  await store.add(names.map((name) => new File(['xyz'], name)));
  return store;
}

const chooseForAll = (store: ConversionStore, to: string) =>
  store.chooseForAll(to, (item) => TARGETS[item.format?.id ?? '']?.includes(to) ?? false);

test('one target for all marks files that do not support it, which keep their own', async () => {
  const store = await storeWith('a.png', 'b.mp3');
  chooseForAll(store, 'pdf');
  expect(store.snapshot().items).toMatchObject([
    { target: 'pdf', passedOver: undefined, state: { status: 'pending' } },
    { target: 'wav', passedOver: 'pdf', state: { status: 'pending' } },
  ]);
  const [, sound] = store.snapshot().items;
  store.choose(sound?.id ?? 0, 'wav');
  expect(store.snapshot().items[1]?.passedOver).toBeUndefined();
});

test('one target for all keeps a result that already has that format', async () => {
  const store = await storeWith('a.png', 'b.jpeg');
  await store.convertAll();
  chooseForAll(store, 'png');
  expect(store.snapshot().items).toMatchObject([
    { target: 'jpeg', passedOver: 'png', state: { status: 'completed' } },
    { target: 'png', state: { status: 'completed' } },
  ]);
  chooseForAll(store, 'pdf');
  expect(store.snapshot().items.map(({ state }) => state.status)).toEqual(['pending', 'pending']);
});

test('shows the progress of many files together, and never after their end', async () => {
  const convert: ConversionCore['convert'] = async (job) => {
    job.onStart?.();
    for (let packet = 1; packet <= 1000; packet += 1)
      job.onProgress?.({ stage: 'working', engine: 'e', fraction: packet / 1000 });
    await new Promise((resolve) => setTimeout(resolve, 150));
    for (let packet = 1; packet <= 1000; packet += 1) job.onProgress?.({ stage: 'working', engine: 'e', fraction: 1 });
    return core().convert(job);
  };
  const store = new ConversionStore({ loadCore: async () => ({ ...core(), convert }), parallel: 8 });
  await store.add(['a.png', 'b.png', 'c.png'].map((name) => new File(['xyz'], name)));
  const shown: string[][] = [];
  store.subscribe(() => shown.push(store.snapshot().items.map(({ state }) => state.status)));
  await store.convertAll();
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(shown.length).toBeLessThan(20);
  expect(shown.at(-1)).toEqual(['completed', 'completed', 'completed']);
});

test('adds facts after a file is ready, and not to a removed file', async () => {
  const store = await storeWith('a.png');
  expect(store.snapshot().items).toMatchObject([{ facts: { width: 3, height: 1 } }]);
  const adding = store.add([new File(['x'], 'b.png')]);
  store.clear();
  await adding;
  expect(store.snapshot().items).toEqual([]);
});

test('finds downloads for each target, and reports what another device could do', async () => {
  const store = await storeWith('a.png', 'b.xls', 'c.exe');
  store.choose(1, 'pdf');
  await expect.poll(() => store.snapshot().items[0]?.bytesToFetch).toBe(53_000_000);
  store.choose(1, 'jpeg');
  await expect.poll(() => store.snapshot().items[0]?.bytesToFetch).toBe(0);
  expect(
    store
      .snapshot()
      .items.slice(1)
      .map(({ state }) => state),
  ).toEqual([
    { status: 'unsupported', code: 'needs-capability' },
    { status: 'unsupported', code: 'unsupported-type' },
  ]);
});

test('offers the conversions of any file where there are no others, under the name of the file’s own format', async () => {
  const fallback = format('unknown');
  const targets: ConversionCore['targets'] = (from) => (from === 'unknown' ? core().targets('png') : core().targets(from));
  const store = new ConversionStore({ loadCore: async () => ({ ...core(), fallback, targets }), parallel: 1 });
  await store.add(['a.exe', 'b.png', 'c.xls'].map((name) => new File(['x'], name)));
  await expect.poll(() => store.snapshot().items.every(({ state }) => state.status !== 'reading')).toBe(true);
  expect(store.snapshot().items.map(({ format: known, state }) => [known?.id, known?.name, state.status])).toEqual([
    ['unknown', format('exe').name, 'pending'],
    ['png', format('png').name, 'pending'],
    ['xls', format('xls').name, 'unsupported'],
  ]);
});

test('shows background updates of many files together', async () => {
  const store = new ConversionStore({ loadCore: () => Promise.resolve(core()), parallel: 8 });
  const files = Array.from({ length: 40 }, (_, index) => new File(['x'], `${index}.png`));
  let told = 0;
  store.subscribe(() => {
    told += 1;
  });
  await store.add(files);
  await expect.poll(() => store.snapshot().items.every(({ facts }) => facts !== undefined)).toBe(true);
  expect(told).toBeLessThan(files.length);
});

test('offline, the default is a target whose converter is stored', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const store = await storeWith('a.png', 'b.mp3').finally(() => vi.unstubAllGlobals());
  expect(store.snapshot().items.map(({ target }) => target)).toEqual(['pdf', 'wav']);
});
