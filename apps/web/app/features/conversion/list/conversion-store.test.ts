import type { Format } from '@bakkum/formats/format';
import { CONTENTS } from '@bakkum/registry/targets/archive-contents';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { convertContents } from '../contents/convert-contents.ts';
import { namedContents } from '../contents/named-contents.ts';
import type { ConversionCore } from '../conversion-core.ts';
import { recordText } from '../statistics/device-record.ts';
import { hasFailed, isLocked } from './conversion-state.ts';
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
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  png: ['jpeg', 'pdf'],
  jpeg: ['png', 'pdf'],
  mp3: ['wav'],
  zip: [CONTENTS, '7z'],
  tgz: [CONTENTS, 'zip'],
};

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
    engineBytes: () => 0,
    declaresSizes: (from) => from === 'zip',
    nameOf: (name, to) => `${name}.${to}`,
    discard: () => undefined,
    namedContents,
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
    takesPassword: (from) => from === 'zip',
    ways: () => [],
    optionsFor: (from) => (from === 'zip' ? { password: { kind: 'text', maxLength: 100, default: '' } } : {}),
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

describe('a chosen target', () => {
  const stored = new Map<string, string>();
  const lastTargets = {
    of: (from: string) => stored.get(from),
    remember: (from: string, to: string) => void stored.set(from, to),
  };
  const convert: ConversionCore['convert'] = async (job) =>
    job.to === 'pdf' ? { ok: false, code: 'internal', detail: '', attempts: [] } : core().convert(job);
  const add = (store: ConversionStore, name: string) => store.add([new File(['xyz'], name)]);
  let store: ConversionStore;
  beforeEach(async () => {
    stored.clear();
    store = new ConversionStore({ loadCore: async () => ({ ...core(), convert }), parallel: 1, lastTargets });
    await add(store, 'a.jpeg');
  });

  test('is the default of the list at once, and of later lists once a conversion to it completes', async () => {
    store.choose(1, 'png');
    await add(store, 'b.jpeg');
    expect(store.snapshot().items[1]).toMatchObject({ target: 'png' });
    expect(stored.size).toBe(0);
    await store.convertAll();
    expect([...stored]).toEqual([['jpeg', 'png']]);
  });

  test('is no default after its conversion failed', async () => {
    store.choose(1, 'pdf');
    await store.convertAll();
    expect(store.snapshot().items[0]).toMatchObject({ state: { status: 'error' } });
    await add(store, 'b.jpeg');
    expect(store.snapshot().items[1]).toMatchObject({ target: 'png' });
    expect(stored.size).toBe(0);
  });
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

describe('removed files', () => {
  const names = (store: ConversionStore) => store.snapshot().items.map(({ name }) => name);
  let discarded: Blob[];
  let store: ConversionStore;
  beforeEach(async () => {
    discarded = [];
    const discard: ConversionCore['discard'] = (blobs) => void discarded.push(...blobs);
    store = new ConversionStore({ loadCore: async () => ({ ...core(), discard }), parallel: 1 });
    await store.add(['a.png', 'b.png', 'c.png', 'd.png'].map((name) => new File(['xyz'], name)));
  });

  test('return to their positions with their results', async () => {
    await store.convertAll();
    for (const id of [3, 1, 4]) store.remove(id);
    expect(names(store)).toEqual(['b.png']);
    store.undoRemoval();
    expect(names(store)).toEqual(['a.png', 'b.png', 'c.png', 'd.png']);
    expect(store.snapshot().items.map(({ state }) => state.status)).toEqual(Array(4).fill('completed'));
    expect(store.snapshot().removed).toEqual([]);
    expect(discarded).toEqual([]);
  });

  test('return after the list was cleared, without those removed before', () => {
    store.remove(2);
    store.clear();
    expect(names(store)).toEqual([]);
    store.undoRemoval();
    expect(names(store)).toEqual(['a.png', 'c.png', 'd.png']);
  });

  test('are gone once other files are added', async () => {
    await store.convertAll();
    store.remove(1);
    await store.add([new File(['xyz'], 'e.png')]);
    expect(store.snapshot().removed).toEqual([]);
    expect(discarded).toHaveLength(1);
  });
});

test('restores a file with its results', async () => {
  const store = new ConversionStore({ loadCore: async () => core(), parallel: 1 });
  const state = {
    status: 'completed',
    files: [{ name: 'a.jpeg', blob: new Blob(['result']) }],
    warnings: [],
    elapsedMs: 1,
    size: 6,
  } as const;
  await store.restore([
    { file: new File(['xyz'], 'a.png'), target: 'jpeg', options: {}, state },
    { file: new File(['xyz'], 'b.png'), target: 'gone', options: {}, state },
  ]);
  expect(store.snapshot().items).toMatchObject([
    { target: 'jpeg', state, restored: true },
    { target: 'jpeg', state: { status: 'pending' } },
  ]);
});

test('restores files beyond the limits, which may be the free ones until the plan is known', async () => {
  const store = new ConversionStore({ loadCore: async () => core(), parallel: 1 });
  store.limitTo({ files: 1, bytes: 2 });
  await store.restore(['a.png', 'b.png'].map((name) => ({ file: new File(['xyz'], name), target: 'pdf', options: {} })));
  expect(store.snapshot()).toMatchObject({ items: [{ target: 'pdf' }, { target: 'pdf' }], refused: [], nothingTaken: false });
  await store.add([new File(['xy'], 'c.png')]);
  expect(store.snapshot().refused).toEqual([{ name: 'c.png', why: 'too-many' }]);
});

test('restores nothing if the core does not load or a file is not read, and everything the next time', async () => {
  let attempt = 0;
  const loadCore = async (): Promise<ConversionCore> => {
    attempt += 1;
    if (attempt === 1) throw new TypeError('offline');
    return { ...core(), detect: async (file) => (attempt === 2 ? detectLater() : core().detect(file)) };
  };
  const detectLater = (): never => {
    attempt += 1;
    throw new TypeError('not loaded');
  };
  const store = new ConversionStore({ loadCore, parallel: 1 });
  const files = [{ file: new File(['xyz'], 'a.png'), target: 'pdf', options: {} }];
  for (const message of ['offline', 'not loaded']) {
    await expect(store.restore(files)).rejects.toThrow(message);
    expect(store.snapshot().items).toEqual([]);
  }
  await store.restore(files);
  expect(store.snapshot().items).toMatchObject([{ target: 'pdf', restored: true }]);
});

test('a file that waits for its password has not failed, and is not retried', async () => {
  const convert: ConversionCore['convert'] = async () => ({ ok: false, code: 'encrypted', detail: '', attempts: [] });
  const store = new ConversionStore({ loadCore: async () => ({ ...core(), convert }), parallel: 1 });
  await store.add(['a.zip', 'b.png'].map((name) => new File(['x'], name)));
  await store.convertAll();
  const { items } = store.snapshot();
  expect(items.map((item) => [isLocked(item), hasFailed(item)])).toEqual([
    [true, false],
    [false, true],
  ]);
  let isRetried = false;
  store.subscribe(() => {
    isRetried ||= store.snapshot().items[0]?.state.status !== 'error';
  });
  await store.retryFailed();
  expect(isRetried).toBe(false);
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

test('offers nothing for a locked file whose password cannot be used', async () => {
  const detect: ConversionCore['detect'] = async (file) => ({ ...(await core().detect(file)), encrypted: true });
  const store = new ConversionStore({ loadCore: async () => ({ ...core(), detect }), parallel: 1 });
  await store.add(['a.png', 'b.zip'].map((name) => new File(['x'], name)));
  await expect.poll(() => store.snapshot().items.every(({ state }) => state.status !== 'reading')).toBe(true);
  expect(store.snapshot().items).toMatchObject([
    { format: { id: 'png' }, state: { status: 'unsupported', code: 'encrypted' } },
    { format: { id: 'zip' }, state: { status: 'pending' } },
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

describe('an archive', () => {
  const discarded: Blob[] = [];
  beforeEach(() => {
    discarded.length = 0;
  });
  const extracting: ConversionCore['convert'] = async (job) => {
    const result = await core().convert(job);
    const files = [
      { blob: new Blob(['1']), label: 'a/one.png' },
      { blob: new Blob(['2']), label: 'a/two.png' },
    ] as const;
    return result.ok ? { ...result, files } : result;
  };
  const discard: ConversionCore['discard'] = (blobs) => void discarded.push(...blobs);
  const storeFor = (convert: ConversionCore['convert'], changes: Partial<ConversionCore> = {}) =>
    new ConversionStore({ loadCore: async () => ({ ...core(), convert, discard, ...changes }), parallel: 1 });
  const states = (store: ConversionStore) => store.snapshot().items.map(({ state }) => state.status);

  test('is opened at once if it is added alone', async () => {
    const store = storeFor(extracting);
    await store.add([new File(['zip'], 'a.zip')]);
    await expect.poll(() => states(store)).toEqual(['completed']);
    const [item] = store.snapshot().items;
    expect(item?.state.status === 'completed' && item.state.files.map(({ folder, name }) => [folder, name])).toEqual([
      ['a', 'one.png'],
      ['a', 'two.png'],
    ]);
  });

  test.each([
    ['a.tgz', 4_000_000, 'completed'],
    ['a.tgz', 4_000_001, 'pending'],
    ['a.zip', 4_000_001, 'completed'],
    ['a.zip', 100_000_001, 'pending'],
  ])('%s of %i bytes that is added alone is then %s', async (name, size, status) => {
    const store = storeFor(extracting);
    const file = new File(['archive'], name);
    Object.defineProperty(file, 'size', { value: size });
    store.limitTo({ ...store.snapshot().limits, bytes: 200_000_000 });
    await store.add([file]);
    await expect.poll(() => states(store)[0]).not.toMatch(/queued|converting/);
    expect(states(store)).toEqual([status]);
  });

  test('waits where results are kept in memory', async () => {
    const store = storeFor(extracting, { resultsInMemory: async () => 1_000_000_000 });
    await store.add([new File(['zip'], 'a.zip')]);
    expect(states(store)).toEqual(['pending']);
  });

  test('does not open a restored archive', async () => {
    const jobs: string[] = [];
    const store = storeFor(async (job) => {
      jobs.push(job.to);
      return extracting(job);
    });
    await store.restore([{ file: new File(['zip'], 'a.zip'), target: CONTENTS, options: { password: 'secret' } }]);
    expect(store.snapshot().items).toMatchObject([{ restored: true, target: CONTENTS, state: { status: 'pending' } }]);
    expect(jobs).toEqual([]);
  });

  test('that is opened without a click is not counted, and asks for its password or waits if it fails', async () => {
    const failing =
      (code: 'encrypted' | 'corrupt'): ConversionCore['convert'] =>
      async (job) => ({ ok: false, code, detail: String(job.isAuto), attempts: [] });
    const before = recordText.snapshot();
    for (const [code, status] of [
      ['encrypted', 'error'],
      ['corrupt', 'pending'],
    ] as const) {
      const store = storeFor(failing(code));
      await store.add([new File(['zip'], 'a.zip')]);
      await expect.poll(() => states(store)).toEqual([status]);
    }
    expect(recordText.snapshot()).toBe(before);
  });

  test('waits beside other files, and when another format was wanted', async () => {
    const store = storeFor(extracting);
    await store.add([new File(['zip'], 'a.zip'), new File(['zip'], 'b.zip')]);
    await store.add([new File(['zip'], 'c.zip')], { wanted: '7z' });
    expect(states(store)).toEqual(['pending', 'pending', 'pending']);
  });

  test('is closed again if its files would need too much room, until it is extracted on purpose', async () => {
    let calls = 0;
    const huge: ConversionCore['convert'] = async (job) => {
      calls += 1;
      job.onProgress?.({ stage: 'working', engine: 'zip', fraction: 0.1, resultBytes: 2_000_000_000 });
      const cancelled = { ok: false, code: 'cancelled', detail: '', attempts: [] } as const;
      return job.signal?.aborted ? cancelled : extracting(job);
    };
    const store = storeFor(huge);
    await store.add([new File(['zip'], 'a.zip')]);
    await expect.poll(() => states(store)).toEqual(['pending']);
    await store.convertAll();
    expect(states(store)).toEqual(['completed']);
    expect(calls).toBe(2);
  });

  test('is replaced by its files, whose content stays until they are removed', async () => {
    const store = storeFor(extracting);
    await store.add([new File(['zip'], 'a.zip')]);
    await expect.poll(() => states(store)).toEqual(['completed']);
    const [archive] = store.snapshot().items;
    if (archive?.state.status !== 'completed') throw new Error('not extracted');
    const { files } = archive.state;
    convertContents(archive.id, files, store);
    await expect.poll(() => states(store)).toEqual(['pending', 'pending']);
    expect(store.snapshot().items).toMatchObject([
      { name: 'one.png', folder: 'a', target: 'jpeg' },
      { name: 'two.png', folder: 'a', target: 'jpeg' },
    ]);
    expect(discarded).toEqual([]);
    store.remove(store.snapshot().items[0]?.id ?? 0);
    store.finishRemoval();
    await expect.poll(() => discarded.length).toBe(1);
    expect(discarded[0]).toBe(files[0].blob);
  });

  test('stays if the list has no room for all its files', async () => {
    const store = storeFor(extracting);
    await store.add([new File(['zip'], 'a.zip')]);
    await expect.poll(() => states(store)).toEqual(['completed']);
    const [archive] = store.snapshot().items;
    if (archive?.state.status !== 'completed') throw new Error('not extracted');
    store.limitTo({ ...store.snapshot().limits, files: 2 });
    convertContents(archive.id, archive.state.files, store);
    await expect.poll(() => states(store)).toEqual(['completed', 'pending']);
    expect(store.snapshot().refused).toEqual([{ name: 'two.png', why: 'too-many' }]);
  });
});

test('converts files of the office engine one after another, first, beside the others', async () => {
  const events: string[] = [];
  let running = 0;
  const convert: ConversionCore['convert'] = async (job) => {
    if (job.from === 'mp3') {
      running += 1;
      events.push(`office ${running}`);
      await new Promise((resolve) => setTimeout(resolve));
      running -= 1;
    } else events.push('other');
    return core().convert(job);
  };
  const engineBytes: ConversionCore['engineBytes'] = (from) => (from === 'mp3' ? 1536 * 1024 ** 2 : 0);
  const store = new ConversionStore({ loadCore: async () => ({ ...core(), convert, engineBytes }), parallel: 8 });
  await store.add(['a.png', 'b.mp3', 'c.mp3', 'd.png'].map((name) => new File(['xyz'], name)));
  await store.convertAll();
  expect(events).toEqual(['office 1', 'other', 'other', 'office 1']);
  expect(store.snapshot().items.map(({ state }) => state.status)).toEqual(Array(4).fill('completed'));
});
