import { describe, expect, test } from 'vitest';
import { planCombination, planComparison, planSignature, runCombination } from './combination.ts';
import { type Content, type Conversion, type Engine, type EngineManifest, eachInput } from './engine.ts';
import { ConversionError } from './errors.ts';
import { createExecutor } from './executor.ts';
import { memoryOutput } from './memory-output.ts';
import { createPlanner } from './planner.ts';
import { createRunner } from './runner.ts';
import type { FromWorker, WorkerLink } from './workers/worker-protocol.ts';

const keep = { keep: { kind: 'boolean', default: true } } as const;
const size = { size: { kind: 'number', min: 1, max: 9, step: 1, default: null } } as const;
const manifest = (id: string, conversions: readonly Conversion[]): EngineManifest => ({
  id,
  tier: 'core',
  license: 'Apache-2.0',
  downloadBytes: 0,
  requires: [],
  memory: { baseBytes: 0, perInputByte: 0 },
  assets: {},
  conversions,
});
const MANIFESTS = [
  manifest('decode', [{ from: ['photo', 'drawing'], to: ['pixels'], fidelity: 'lossless', cost: 1 }]),
  manifest('bind', [
    { from: ['photo'], to: ['book'], fidelity: 'lossless', cost: 1, combines: true, options: keep },
    { from: ['pixels'], to: ['book'], fidelity: 'lossless', cost: 2, combines: true, options: { ...keep, ...size } },
  ]),
];
const planner = createPlanner({ manifests: MANIFESTS, host: new Set(), interchange: new Set(['pixels']) });

const decode: Engine = {
  async convert({ inputs: [input] }) {
    const text = input instanceof Blob ? await input.text() : '';
    if (text.includes('damaged')) throw new ConversionError('corrupt', 'damaged');
    const content = { interchange: 'pixels', text: text.toUpperCase(), release: () => undefined };
    return { outputs: [{ content }], warnings: [{ code: 'profile-converted' }] };
  },
};
const textOf = async (content: Content): Promise<string> => {
  const text = content instanceof Blob ? await content.text() : 'text' in content ? String(content.text) : '';
  if (text.startsWith('odd')) throw new ConversionError('unsupported-feature', 'odd');
  return text;
};
const bind: Engine = {
  async convert(request) {
    const pages: string[] = [];
    for await (const content of eachInput(request)) pages.push(await textOf(content));
    return { outputs: [{ content: new Blob([pages.join(' ')]) }], warnings: [] };
  },
};

/** A worker in this thread. */
function spawn(): WorkerLink {
  let listener: (message: FromWorker) => void = () => undefined;
  const execute = createExecutor(
    {
      manifests: MANIFESTS,
      loadEngine: async (id) => (id === 'bind' ? bind : decode),
      bytes: () => Promise.reject(new Error('no assets')),
      wasm: () => Promise.reject(new Error('no assets')),
      url: () => '',
      openOutput: async () => memoryOutput(),
    },
    (message) => listener(message),
  );
  return {
    post: execute,
    onMessage: (tell) => {
      listener = tell;
    },
    onCrash: () => undefined,
    discard: () => undefined,
    terminate: () => undefined,
  };
}

const runner = createRunner({ spawn, maxWorkers: 1, memoryBudgetBytes: 1, estimateBytes: () => 0 });

async function combined(files: readonly (readonly [from: string, text: string])[]) {
  const combination = planCombination(
    planner,
    files.map(([from]) => from),
    'book',
  );
  const [first, ...rest] = files.map(([, text]) => new Blob([text]));
  if (!combination || !first) throw new Error('no combination');
  return runCombination(runner, combination, { inputs: [first, ...rest], options: {} });
}

describe('a combination', () => {
  test('has one output and a route for each input', async () => {
    const result = await combined([
      ['photo', 'one'],
      ['drawing', 'two'],
    ]);
    expect(result).toMatchObject({ ok: true, warnings: [{ code: 'profile-converted' }] });
    expect(result.ok && (await result.files[0].blob.text())).toBe('one TWO');
  });

  test('names the input that failed', async () => {
    expect(
      await combined([
        ['photo', 'one'],
        ['drawing', 'two'],
        ['drawing', 'damaged'],
      ]),
    ).toMatchObject({
      ok: false,
      code: 'corrupt',
      input: 2,
    });
  });

  test('decodes a file that cannot be combined directly', async () => {
    const result = await combined([
      ['drawing', 'one'],
      ['photo', 'odd'],
    ]);
    expect(result.ok && (await result.files[0].blob.text())).toBe('ONE ODD');
  });

  test('offers only options that apply to every input', () => {
    const names = (...sources: string[]) => Object.keys(planCombination(planner, sources, 'book')?.options ?? {});
    expect(names('drawing', 'drawing')).toEqual(['keep', 'size']);
    expect(names('photo', 'drawing')).toEqual(['keep']);
  });

  test('does not exist for files that cannot become the output', () => {
    expect(planCombination(planner, ['photo', 'sound'], 'book')).toBeUndefined();
    expect(planCombination(planner, [], 'book')).toBeUndefined();
  });
});

describe('files without a common combining engine', () => {
  const joining = createPlanner({
    manifests: [
      ...MANIFESTS,
      manifest('print', [{ from: ['letter'], to: ['book'], fidelity: 'lossy', cost: 1, options: size }]),
      manifest('join', [{ from: ['book'], to: ['book'], fidelity: 'lossless', cost: 1, sameFormat: true, combines: true }]),
    ],
    host: new Set(),
    interchange: new Set(['pixels']),
  });

  test('are converted one by one and joined', () => {
    const combination = planCombination(joining, ['letter', 'book', 'drawing'], 'book');
    expect(combination?.plan.steps.map(({ engine }) => engine)).toEqual(['join']);
    expect(combination?.ways.map(([lead]) => lead.map(({ engine }) => engine))).toEqual([['print'], [], ['decode', 'bind']]);
    expect(combination?.options).toEqual({});
    expect(planCombination(joining, ['letter', 'letter'], 'book')?.options).toEqual(size);
  });

  test('are combined directly if one engine accepts all of them', () => {
    expect(planCombination(joining, ['photo', 'drawing'], 'book')?.plan.steps.at(-1)?.engine).toBe('bind');
  });

  test('each need a route', () => expect(planCombination(joining, ['letter', 'song'], 'book')).toBeUndefined());
});

describe('operations', () => {
  const planner = createPlanner({
    manifests: [
      manifest('print', [{ from: ['letter'], to: ['book'], fidelity: 'lossless', cost: 1 }]),
      manifest('judge', [
        {
          from: ['book'],
          to: ['book', 'verdict'],
          fidelity: 'lossless',
          cost: 1,
          sameFormat: true,
          operation: 'comparison',
          options: keep,
        },
      ]),
      manifest('seal', [
        { from: ['book'], to: ['book'], fidelity: 'lossless', cost: 1, sameFormat: true, operation: 'signature' },
      ]),
    ],
    host: new Set(),
    interchange: new Set(),
  });

  test('are no conversions', () => {
    expect([...planner.targetsOf('book').keys()]).toEqual([]);
    expect([...planner.targetsOf('letter').keys()]).toEqual(['book']);
    expect(planner.plan('book', 'verdict').ok).toBe(false);
    expect(planCombination(planner, ['book', 'book'], 'book')).toBeUndefined();
  });

  test('compare two files, which are converted first', () => {
    const comparison = planComparison(planner, ['letter', 'book'], 'verdict');
    expect(comparison?.plan.steps.map(({ engine }) => engine)).toEqual(['judge']);
    expect(comparison?.ways.map(([lead]) => lead.map(({ engine }) => engine))).toEqual([['print'], []]);
    expect(comparison?.options).toEqual(keep);
    expect(planComparison(planner, ['song', 'book'], 'verdict')).toBeUndefined();
    expect(planComparison(planner, ['book', 'book'], 'song')).toBeUndefined();
  });

  test('sign a file with a second one, which stays as it is', () => {
    const signature = planSignature(planner, 'letter', 'book');
    expect(signature?.plan.steps.map(({ engine }) => engine)).toEqual(['seal']);
    expect(signature?.ways.map(([lead]) => lead.map(({ engine }) => engine))).toEqual([['print'], []]);
  });
});
