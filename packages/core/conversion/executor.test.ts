import { describe, expect, test } from 'vitest';
import { type Conversion, type Engine, type EngineManifest, eachInput, type Interchange, inputCount } from './engine.ts';
import { ConversionError, DeclinedError } from './errors.ts';
import { createExecutor } from './executor.ts';
import { memoryOutput } from './memory-output.ts';
import type { PlanStep } from './planner.ts';
import type { FromWorker, JobProgress, ToWorker } from './workers/worker-protocol.ts';

const manifestOf = (id: string, conversion: Omit<Conversion, 'fidelity' | 'cost'>): EngineManifest => ({
  id,
  tier: 'core',
  license: 'Apache-2.0',
  downloadBytes: 0,
  requires: [],
  memory: { baseBytes: 0, perInputByte: 1 },
  assets: {},
  conversions: [{ ...conversion, fidelity: 'lossless', cost: 1 }],
});

const step = (engine: string, from: string, to: string): PlanStep => ({ engine, from, to, fidelity: 'lossless', cost: 1 });
const DECODE = step('decoder', 'a', 'pixels');
const ENCODE = step('encoder', 'pixels', 'b');
const BIND = step('binder', 'pixels', 'book');

/** Counts decoded images in memory, now and at peak; each holds the text of its file. */
function engines() {
  const alive = { now: 0, most: 0, released: 0 };
  const texts = new Map<unknown, string>();
  const decoder: Engine = {
    async convert({ inputs: [file] }) {
      const text = file instanceof Blob ? await file.text() : '';
      if (text === 'bad') throw new ConversionError('corrupt', text);
      if (text === 'declined') throw new DeclinedError(text);
      alive.now += 1;
      alive.most = Math.max(alive.most, alive.now);
      const pixels: Interchange = {
        interchange: 'pixels',
        release() {
          alive.now -= 1;
          alive.released += 1;
        },
      };
      texts.set(pixels, text);
      return { outputs: [{ content: pixels }], warnings: [{ code: 'depth-reduced' }] };
    },
  };
  const encoder: Engine = {
    async convert({ inputs: [pixels] }) {
      if (texts.get(pixels) === 'huge') throw new ConversionError('too-large', 'huge');
      return { outputs: [{ content: new Blob([texts.get(pixels) ?? '?']) }], warnings: [] };
    },
  };
  const binder: Engine = {
    async convert(request, { onProgress }) {
      const bound: string[] = [];
      for await (const pixels of eachInput(request)) {
        bound.push(texts.get(pixels) ?? '?');
        if (bound.at(-1) === 'enough') break;
        onProgress(bound.length / inputCount(request));
      }
      return { outputs: [{ content: new Blob([bound.join(' ')]) }], warnings: [] };
    },
  };
  return {
    alive,
    loaded: new Map<string, Engine>([
      ['decoder', decoder],
      ['encoder', encoder],
      ['binder', binder],
    ]),
  };
}

/** Runs one job and returns its outcome, the reported fractions and the state of the images. */
async function run(steps: readonly [PlanStep, ...PlanStep[]], texts: readonly [string, ...string[]], leads?: PlanStep[][]) {
  const { alive, loaded } = engines();
  const nothing = () => Promise.reject(new RangeError('no assets'));
  const fractions: number[] = [];
  const [first, ...rest] = texts.map((text) => new Blob([text]));
  if (!first) throw new RangeError('a job has an input');
  const end = await new Promise<Exclude<FromWorker, { type: 'progress' }>>((resolve) => {
    const receive = createExecutor(
      {
        manifests: [
          manifestOf('decoder', { from: ['a'], to: ['pixels'] }),
          manifestOf('encoder', { from: ['pixels'], to: ['b'] }),
          manifestOf('binder', { from: ['pixels'], to: ['book'], combines: true }),
        ],
        loadEngine: async (id) => loaded.get(id) ?? Promise.reject(new RangeError(id)),
        bytes: nothing,
        wasm: nothing,
        url: () => '',
        openOutput: async () => memoryOutput(),
      },
      (message) => {
        if (message.type !== 'progress') resolve(message);
        else if (message.progress.stage === 'working') fractions.push(message.progress.fraction ?? Number.NaN);
      },
    );
    const inputs = [first, ...rest] as const;
    const job: ToWorker = { type: 'run', job: 1, steps, inputs, options: {}, sharers: 1, ...(leads ? { leads } : {}) };
    receive(job);
  });
  const written = end.type === 'done' ? await Promise.all(end.files.map(({ blob }) => blob.text())) : [];
  return { end, written, alive, fractions: fractions.filter((fraction) => !Number.isNaN(fraction)) };
}

describe('several inputs', () => {
  test('are combined in order, decoding one at a time', async () => {
    const { end, written, alive } = await run([DECODE, BIND], ['one', 'two', 'three', 'four']);
    expect(written).toEqual(['one two three four']);
    expect(alive).toEqual({ now: 0, most: 1, released: 4 });
    expect(end).toMatchObject({ warnings: [{ code: 'depth-reduced' }] });
  });

  test('report progress that never falls and ends at 1', async () => {
    const { fractions } = await run([DECODE, BIND], ['one', 'two', 'three']);
    expect(fractions.length).toBeGreaterThan(2);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions.at(-1)).toBe(1);
  });

  test('that do not combine are converted one after another', async () => {
    const { written, alive } = await run([DECODE, ENCODE], ['one', 'two']);
    expect(written).toEqual(['one', 'two']);
    expect(alive).toEqual({ now: 0, most: 1, released: 2 });
  });

  test('tell when the engine declined one', async () => {
    const { end } = await run([DECODE, BIND], ['one', 'declined']);
    expect(end).toMatchObject({ type: 'failed', code: 'unsupported-feature', declined: true, input: 1 });
  });

  test('release decoded inputs and name the decoder when one is damaged', async () => {
    const { end, alive } = await run([DECODE, BIND], ['one', 'bad', 'three']);
    expect(end).toMatchObject({ type: 'failed', code: 'corrupt', engine: 'decoder', step: 0, input: 1 });
    expect(alive).toEqual({ now: 0, most: 1, released: 1 });
  });

  test('may each have steps of their own, which are not part of the plan', async () => {
    const own = [[{ ...DECODE }], [{ ...DECODE }]];
    expect((await run([DECODE, BIND], ['one', 'two'], own)).written).toEqual(['one two']);
    const { end } = await run([DECODE, BIND], ['one', 'bad'], own);
    expect(end).toMatchObject({ engine: 'decoder' });
    expect(end).not.toHaveProperty('step');
  });

  test.each([[['enough', 'two']], [['one', 'enough', 'three']]] as const)(
    'fails when the engine leaves inputs unread: %j',
    async (texts) => {
      const { end, alive } = await run([DECODE, BIND], texts);
      expect(end).toMatchObject({ type: 'failed', code: 'internal', engine: 'binder' });
      expect(alive.now).toBe(0);
    },
  );
});

test('releases the inputs of a failed step and names the step', async () => {
  const { end, alive } = await run([DECODE, ENCODE], ['huge']);
  expect(end).toMatchObject({ type: 'failed', code: 'too-large', engine: 'encoder', step: 1 });
  expect(alive).toEqual({ now: 0, most: 1, released: 1 });
});

test('predicts the size from what the last step has written itself', async () => {
  const sizes: unknown[] = [];
  const writer: Engine = {
    async convert(_, { openOutput, onProgress }) {
      const output = await openOutput();
      onProgress(0.1);
      for (const part of [1, 2, 3, 4]) {
        output.write(new Uint8Array(part * 100), 0);
        onProgress(part / 4);
      }
      return { outputs: [{ content: await output.close('') }], warnings: [] };
    },
  };
  await new Promise<void>((resolve) => {
    const host = {
      manifests: [manifestOf('first', { from: ['a'], to: ['b'] }), manifestOf('second', { from: ['b'], to: ['c'] })],
      loadEngine: async () => writer,
      bytes: () => Promise.reject(new RangeError('no assets')),
      wasm: () => Promise.reject(new RangeError('no assets')),
      url: () => '',
      openOutput: async () => memoryOutput(),
    };
    const tell = (message: FromWorker) => {
      if (message.type !== 'progress') resolve();
      else if ('fraction' in message.progress) sizes.push(message.progress.resultBytes);
    };
    let seconds = 0;
    const receive = createExecutor(host, tell, { now: () => (seconds += 1) * 1000 });
    const steps = [step('first', 'a', 'b'), step('second', 'b', 'c')] as const;
    receive({ type: 'run', job: 1, steps, inputs: [new Blob(['x'])], options: {}, sharers: 1 });
  });
  expect(sizes).toEqual([...Array.from({ length: 5 }), undefined, 400, 400, 400, 400]);
});

/** An engine with files to download and a slow start, and the stages it reports. */
function heavyEngine() {
  const told: JobProgress[] = [];
  const starts: boolean[] = [];
  const ended = Promise.withResolvers<FromWorker>();
  const heavy: Engine = {
    start: async (_, ahead) => void starts.push(ahead),
    convert: async () => ({ outputs: [{ content: new Blob(['done']) }], warnings: [] }),
  };
  const receive = createExecutor(
    {
      manifests: [manifestOf('heavy', { from: ['a'], to: ['b'] })],
      loadEngine: async () => heavy,
      fetchAhead: async (_, report) => report(5, 10),
      bytes: () => Promise.reject(new RangeError('no assets')),
      wasm: () => Promise.reject(new RangeError('no assets')),
      url: () => '',
      openOutput: async () => memoryOutput(),
    },
    (message) => {
      if (message.type === 'progress') told.push(message.progress);
      else ended.resolve(message);
    },
  );
  const run = (): Promise<FromWorker> => {
    receive({ type: 'run', job: 1, steps: [step('heavy', 'a', 'b')], inputs: [new Blob(['x'])], options: {}, sharers: 1 });
    return ended.promise;
  };
  return { told, starts, receive, run };
}

test('reports loading, starting and working in order', async () => {
  const { told, starts, run } = heavyEngine();
  expect(await run()).toMatchObject({ type: 'done' });
  expect(told).toEqual([
    { stage: 'loading', engine: 'heavy' },
    { stage: 'loading', engine: 'heavy', loadedBytes: 5, totalBytes: 10 },
    { stage: 'starting', engine: 'heavy' },
    { stage: 'working', engine: 'heavy' },
  ]);
  expect(starts).toEqual([false]);
});

test('starts an engine ahead of any job without fetching anything', async () => {
  const { told, starts, receive } = heavyEngine();
  receive({ type: 'warm', engines: ['heavy'] });
  await expect.poll(() => starts).toEqual([true]);
  expect(told).toEqual([]);
});

test('applies a page range in the first step that supports it and only there', async () => {
  const PAGES = { pages: { kind: 'text', maxLength: 9, default: '' } } as const;
  const given: unknown[] = [];
  const copy: Engine = {
    async convert({ inputs, options }) {
      given.push(options);
      return { outputs: [{ content: inputs[0] }], warnings: [] };
    },
  };
  const conversions = [
    ['printer', 'a', 'b'],
    ['painter', 'b', 'c'],
  ] as const;
  await new Promise<void>((resolve) => {
    const host = {
      manifests: conversions.map(([id, from, to]) => manifestOf(id, { from: [from], to: [to], options: PAGES })),
      loadEngine: async () => copy,
      bytes: () => Promise.reject(new RangeError('no assets')),
      wasm: () => Promise.reject(new RangeError('no assets')),
      url: () => '',
      openOutput: async () => memoryOutput(),
    };
    const receive = createExecutor(host, (message) => message.type !== 'progress' && resolve());
    const steps = [step('printer', 'a', 'b'), step('painter', 'b', 'c')] as const;
    receive({ type: 'run', job: 1, steps, inputs: [new Blob(['x'])], options: { pages: '2' }, sharers: 1 });
  });
  expect(given).toEqual([{ pages: '2' }, { pages: '' }]);
});
