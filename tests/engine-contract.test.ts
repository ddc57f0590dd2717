/** Runs the contract suite over every engine of the registry. An engine folder is covered at birth; it only brings fixtures. */
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  cancelledBreaches,
  conversionBreaches,
  isRefusal,
  manifestBreaches,
  type Subject,
} from '@bakkum/conversion/contract-suite';
import type { Content, ConvertRequest, EngineManifest } from '@bakkum/conversion/engine';
import { defaultsOf } from '@bakkum/conversion/options';
import type { Plan, PlanStep } from '@bakkum/conversion/planner';
import { createRunner } from '@bakkum/conversion/runner';
import type { FromWorker, WorkerLink } from '@bakkum/conversion/worker-protocol';
import { stillRaster } from '@bakkum/raster/construct';
import { RASTER } from '@bakkum/raster/raster';
import { plannerFor, publicFormats } from '@bakkum/registry/catalogue';
import { ENGINE_LOADERS } from '@bakkum/registry/engines.gen';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import { spawnNodeWorker } from '@bakkum/registry/spawn.node';
import { afterAll, describe, expect, it } from 'vitest';
import { writeNotices } from '../apps/web/build-steps/notices.ts';
import { contextFor } from './engine-context.ts';
import { framesOf, testPicture } from './test-picture.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const planner = plannerFor(new Set());
const PUBLIC = new Set(publicFormats().map(({ id }) => id));

/** `<format>.<extension>` anywhere in tests/fixtures. */
const FIXTURES = new Map(
  readdirSync(path.join(ROOT, 'tests/fixtures'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name.slice(0, entry.name.indexOf('.')), path.join(entry.parentPath, entry.name)]),
);

type Pair = { readonly from: string; readonly to: string; readonly step: PlanStep };
type Given = EngineManifest['conversions'][number];

/** Every source with a fixture once, and every target once: what can break differently. */
function pairsOf(manifest: EngineManifest): readonly Pair[] {
  const pair = ({ fidelity, cost }: Given, from: string, to: string): Pair => ({
    from,
    to,
    step: { engine: manifest.id, from, to, fidelity, cost },
  });
  const pairs = manifest.conversions
    .filter(({ requires = [] }) => [...manifest.requires, ...requires].length === 0)
    .flatMap((conversion) => {
      const sources = conversion.from.filter((from) => from === RASTER || FIXTURES.has(from));
      const [to, from] = [conversion.to[0], sources[0]];
      return [
        ...(to ? sources.map((source) => pair(conversion, source, source === to ? (conversion.to[1] ?? to) : to)) : []),
        ...(from ? conversion.to.slice(1).map((target) => pair(conversion, from, target)) : []),
      ];
    });
  return [...new Map(pairs.map((each) => [`${each.from} ${each.to}`, each])).values()];
}

async function requestFor(manifest: EngineManifest, { from, to }: Pair): Promise<ConvertRequest> {
  const conversion = manifest.conversions.find((each) => each.from.includes(from) && each.to.includes(to));
  return { inputs: [await inputOf(from)], from, to, options: { ...defaultsOf(conversion?.options ?? {}) } };
}

async function inputOf(from: string): Promise<Content> {
  return from === RASTER ? stillRaster(testPicture(64, 48), { width: 64, height: 48 }) : fixtureOf(from);
}

async function fixtureOf(format: string): Promise<Blob> {
  return new Blob([await readFile(FIXTURES.get(format) ?? '')]);
}

/** Modules are compiled once, as a worker does. */
async function subjectOf(manifest: EngineManifest): Promise<Subject> {
  const load = ENGINE_LOADERS[manifest.id];
  if (!load) throw new RangeError(`no engine ${manifest.id}`);
  const context = contextFor(manifest);
  const compiled = new Map<string, Promise<WebAssembly.Module>>();
  const wasm = (asset: string): Promise<WebAssembly.Module> => {
    const module = compiled.get(asset) ?? context.wasm(asset);
    compiled.set(asset, module);
    return module;
  };
  return { engine: (await load()).engine, context: { ...context, wasm } };
}

const named = ({ from, to }: Pair, breaches: readonly string[]) => breaches.map((breach) => `${from} → ${to}: ${breach}`);

/** The pair's step between a file and a file: decoded pixels need an encoder behind them, or a decoder before. */
function planOf({ from, to, step }: Pair): Plan {
  const before = PUBLIC.has(from) ? [] : stepsOf('png', from);
  const after = PUBLIC.has(to) ? [] : stepsOf(to, 'png');
  const [first = step, ...rest] = [...before, step, ...after];
  return { from: first.from, to: rest.at(-1)?.to ?? first.to, steps: [first, ...rest], fidelity: step.fidelity, cost: 1 };
}

function stepsOf(from: string, to: string): readonly PlanStep[] {
  const answer = planner.plan(from, to);
  return answer.ok ? answer.plans[0].steps : [];
}

const HANG_MS = 5000;

type Answer = Exclude<FromWorker, { type: 'progress' }>;

/** One worker for all the damaged files, ended only when it hangs, dies or has met a defect. */
const patient: { link?: WorkerLink; lastJob: number; end: (answer: Answer) => void } = { lastJob: 0, end: () => undefined };
afterAll(() => patient.link?.terminate());

function startPatient(): WorkerLink {
  const link = spawnNodeWorker();
  link.onMessage((message) => {
    if (message.type !== 'progress' && message.job === patient.lastJob) patient.end(message);
  });
  link.onCrash((detail) => patient.end(failure('crashed', detail)));
  patient.link = link;
  return link;
}

const failure = (code: 'timeout' | 'crashed', detail: string): Answer => ({
  type: 'failed',
  job: patient.lastJob,
  code,
  engine: '',
  detail,
});

async function answerTo({ steps }: Plan, input: Blob): Promise<Answer> {
  const link = patient.link ?? startPatient();
  patient.lastJob += 1;
  const answer = await new Promise<Answer>((resolve) => {
    const deadline = setTimeout(() => resolve(failure('timeout', `nothing after ${HANG_MS} ms`)), HANG_MS);
    patient.end = (given) => {
      clearTimeout(deadline);
      resolve(given);
    };
    link.post({ type: 'run', job: patient.lastJob, steps, inputs: [input], options: {} });
  });
  if (answer.type === 'failed' && ['timeout', 'crashed', 'internal'].includes(answer.code)) {
    link.terminate();
    delete patient.link;
  }
  return answer;
}

/** The same 64 bytes every time, of no format (a linear congruential generator). */
function noise(): Uint8Array<ArrayBuffer> {
  let state = 1;
  return Uint8Array.from({ length: 64 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state >>> 16;
  });
}

const refused = (answer: Answer): boolean => answer.type === 'failed' && isRefusal(answer.code);
const saysDamaged = (answer: Answer): boolean =>
  answer.type === 'done' && answer.warnings.some(({ code }) => code === 'damaged-source');
const said = (answer: Answer): string => (answer.type === 'failed' ? `${answer.code} (${answer.detail})` : 'a result');

/** Half a file, noise and nothing at all. Noise may happen to be a picture of a format without a header. */
async function damageBreaches(pair: Pair): Promise<readonly string[]> {
  const plan = planOf(pair);
  const whole = await fixtureOf(pair.from);
  const good = await answerTo(plan, whole);
  const half = await answerTo(plan, whole.slice(0, whole.size / 2));
  const random = await answerTo(plan, new Blob([noise()]));
  const empty = await answerTo(plan, new Blob([]));
  return named(pair, [
    ...(good.type === 'done' && !saysDamaged(good) ? [] : [`the fixture itself: ${said(good)}, damaged or refused`]),
    ...(refused(half) || half.type === 'done' ? [] : [`half a file: ${said(half)}`]),
    ...(refused(random) || random.type === 'done' ? [] : [`noise: ${said(random)}`]),
    ...(refused(empty) ? [] : [`zero bytes: ${said(empty)}`]),
    ...(half.type === 'done' && !saysDamaged(half) ? ['half a file: no warning'] : []),
  ]);
}

/** Rows of noise over a gradient: long enough to encode that a cancel meets the work. */
async function largePicture(): Promise<Blob> {
  const width = 2400;
  const height = 1600;
  const rgb = new Uint8Array(width * height * 3);
  for (let at = 0; at < rgb.length; at += 1) rgb[at] = ((at * 7) % 251) ^ ((at * 2_654_435_761) >>> 26);
  return new Blob([`P6 ${width} ${height} 255\n`, rgb]);
}

/** Through the product's runner: cancelled `afterMs` after this engine has started to work. */
async function cancelMs(plan: Plan, input: Blob, engine: string, afterMs: number) {
  const runner = createRunner({ spawn: spawnNodeWorker, maxWorkers: 1, memoryBudgetBytes: 2 ** 32, estimateBytes: () => 1 });
  const controller = new AbortController();
  let cancelledAt = Number.NaN;
  const cancel = (): void => {
    cancelledAt = performance.now();
    controller.abort();
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const result = await runner.run({
    inputs: [input],
    plans: [plan],
    options: {},
    signal: controller.signal,
    onProgress: (progress) => {
      if (progress.stage === 'working' && progress.engine === engine) timer ??= setTimeout(cancel, afterMs);
    },
  });
  const elapsedMs = performance.now() - cancelledAt;
  clearTimeout(timer);
  runner.dispose();
  return { result, elapsedMs };
}

const runnable = MANIFESTS.filter((manifest) => manifest.conversions.some(({ requires = [] }) => requires.length === 0)).filter(
  ({ requires }) => requires.length === 0,
);

describe.each(MANIFESTS.map((manifest) => [manifest.id, manifest] as const))('the manifest of %s', (_, manifest) => {
  it('is true to its contract', async () => {
    expect(manifestBreaches(manifest)).toEqual([]);
    for (const asset of Object.keys(manifest.assets)) expect((await contextFor(manifest).bytes(asset)).length).toBeGreaterThan(0);
  });
});

describe.each(runnable.map((manifest) => [manifest.id, manifest] as const))('the engine %s', (id, manifest) => {
  const pairs = pairsOf(manifest);

  it('converts', async () => {
    expect(pairs, 'no fixture in tests/fixtures for anything it reads').not.toEqual([]);
    const subject = await subjectOf(manifest);
    const breaches: string[] = [];
    for (const pair of pairs) {
      const checked = await conversionBreaches(subject, await requestFor(manifest, pair));
      breaches.push(...named(pair, checked.breaches));
      for (const { content } of checked.result?.outputs ?? []) {
        if (content instanceof Blob) continue;
        if (content.interchange === RASTER) expect((await framesOf(content)).frames.length).toBeGreaterThan(0);
        content.release();
      }
    }
    expect(breaches).toEqual([]);
  });

  it('does nothing when cancelled before', async () => {
    const subject = await subjectOf(manifest);
    const breaches: string[] = [];
    for (const pair of pairs) breaches.push(...named(pair, await cancelledBreaches(subject, await requestFor(manifest, pair))));
    expect(breaches).toEqual([]);
  });

  it('answers damaged files with a code', async () => {
    const sources = pairs.filter(
      ({ from }, index) => PUBLIC.has(from) && pairs.findIndex((pair) => pair.from === from) === index,
    );
    const breaches: string[] = [];
    for (const pair of sources) breaches.push(...(await damageBreaches(pair)));
    expect(breaches).toEqual([]);
  });

  it('obeys a cancel within 200 ms', async () => {
    const encoder = pairs.find(({ from }) => from === RASTER);
    const pair = encoder ?? pairs[0];
    if (!pair) return expect(pairs).not.toEqual([]);
    const lead = encoder ? stepsOf('ppm', RASTER) : [];
    const [first = pair.step, ...rest] = [...lead, ...planOf(pair).steps.filter(({ from }) => !encoder || from === RASTER)];
    const plan: Plan = { ...planOf(pair), steps: [first, ...rest] };
    const { result, elapsedMs } = await cancelMs(plan, encoder ? await largePicture() : await fixtureOf(pair.from), id, 20);
    if (result.ok) return expect(encoder, 'was done before the cancel').toBeUndefined();
    expect(result.code).toBe('cancelled');
    expect(elapsedMs).toBeLessThan(200);
  });
});

it('every program is in the notices', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bakkum-notices-'));
  try {
    writeNotices(ROOT, folder);
    const texts = await readFile(path.join(folder, 'third-party-notices.txt'), 'utf8');
    const missing = MANIFESTS.filter(({ program }) => program && !texts.includes(program.name)).map(({ id }) => id);
    expect(missing).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
