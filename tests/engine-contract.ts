/**
 * Tests every engine of the registry against the contract. A new engine folder is covered automatically and only adds fixtures.
 */
import {
  cancellationViolations,
  conversionViolations,
  isRefusal,
  manifestViolations,
  type Subject,
} from '@bakkum/conversion/contract-suite';
import type { Content, ConvertRequest, ConvertResult, EngineManifest, Operation } from '@bakkum/conversion/engine';
import { defaultsOf } from '@bakkum/conversion/options';
import type { Plan, PlanStep } from '@bakkum/conversion/planner';
import { createRunner } from '@bakkum/conversion/runner';
import type { FromWorker, WorkerLink } from '@bakkum/conversion/workers/worker-protocol';
import { RASTER } from '@bakkum/raster/raster';
import { ENGINE_LOADERS } from '@bakkum/registry/engines.gen';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import { spawnNodeWorker } from '@bakkum/registry/node/spawn.node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor } from './engine-context.ts';
import {
  BETWEEN,
  fixtureOf,
  hasOwnImages,
  inputOf,
  isPublic,
  type Pair,
  pairsOf,
  planOf,
  secondInputOf,
  stepsOf,
} from './engine-pairs.ts';
import { framesOf } from './test-picture.ts';

type Checked = { readonly pair: Pair; readonly breaches: readonly string[]; readonly fits: boolean };

/** Maximum number of pairs per source, in engines with a row per target and in those with many sources. */
const MAX_PAIRS_PER_SOURCE = 2;
const MANY_SOURCES = 12;

type Extent = {
  /** Most formats of an engine that are converted. */
  readonly sources: number;
  /** Most formats of an engine of which damaged files are tried. */
  readonly damaged: number;
  /** Whether every engine is cancelled while it works, each in a worker that has to start. */
  readonly cancels: boolean;
};

/** With every change of another part of the product. A change of an engine is tested with all its formats. */
export const SAMPLE: Extent = { sources: 4, damaged: 1, cancels: false };
export const EVERYTHING: Extent = {
  sources: Number.POSITIVE_INFINITY,
  damaged: Number.POSITIVE_INFINITY,
  cancels: true,
};

/** At most so many elements, evenly spread, always the same ones. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  const density = Math.min(1, most / all.length);
  return all.filter((_, index) => Math.ceil((index + 1) * density) > Math.ceil(index * density));
}

/**
 * Converts the fixtures. One need not suit every target (audio without video, a codec of the browser), but must suit at least
 * one.
 */
async function checkPairs(manifest: EngineManifest, most: number): Promise<readonly Checked[]> {
  const subject = await subjectOf(manifest);
  const checked: Checked[] = [];
  const sources = [...Map.groupBy(pairsOf(manifest), ({ from }) => from).values()];
  const perSource = sources.length > MANY_SOURCES ? 1 : MAX_PAIRS_PER_SOURCE;
  for (const pairs of spread(sources, most)) {
    const ofSource: Checked[] = [];
    for (const pair of pairs) {
      if (!BETWEEN.has(pair.from) && ofSource.filter(({ fits }) => fits).length === perSource) break;
      const { breaches, result, refusal } = await conversionViolations(subject, await requestFor(manifest, pair));
      const all = named(pair, [...breaches, ...(await frameBreaches(result))]);
      ofSource.push({ pair, breaches: all, fits: refusal !== 'unsupported-feature' && refusal !== 'no-coordinates' });
    }
    checked.push(...(ofSource.some(({ fits }) => fits) ? ofSource.filter(({ fits }) => fits) : ofSource));
  }
  return checked;
}

/** Reads decoded pixels, as some decoders run only then, and releases them. */
async function frameBreaches(result: ConvertResult | undefined): Promise<readonly string[]> {
  const breaches: string[] = [];
  for (const { content } of result?.outputs ?? []) {
    if (content instanceof Blob) continue;
    if (content.interchange === RASTER && (await framesOf(content)).frames.length === 0) breaches.push('decoded no frame');
    content.release();
  }
  return breaches;
}

async function requestFor(manifest: EngineManifest, { from, to }: Pair): Promise<ConvertRequest> {
  const conversion = manifest.conversions.find((each) => each.from.includes(from) && each.to.includes(to));
  const input = from === RASTER && hasOwnImages(manifest.id) ? await decoded(manifest.id) : await inputOf(from, manifest.id);
  const second = await secondInputOf(conversion?.operation, input);
  const inputs = second ? ([input, second] as const) : ([input] as const);
  return { inputs, from, to, options: { ...defaultsOf(conversion?.options ?? {}) } };
}

/** The engine's own image, as pixels. */
async function decoded(engine: string): Promise<Content> {
  const png = MANIFESTS.find(({ id }) => id === 'png');
  if (!png) throw new RangeError('no engine png');
  const { engine: decoder, context } = await subjectOf(png);
  const request = { inputs: [await fixtureOf('png', engine)], from: 'png', to: RASTER, options: {} } as const;
  const { signal } = new AbortController();
  const { outputs } = await decoder.convert(request, { ...context, signal, onProgress: () => undefined });
  const [output] = outputs;
  if (!output) throw new Error('no pixels');
  return output.content;
}

/** Compiles modules once, as a worker does. */
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

/** Milliseconds after which a conversion counts as hung. Long, as other programs may use the CPU too. */
const HANG_MS = 120_000;

type Answer = Exclude<FromWorker, { type: 'progress' }>;

/** One worker for all damaged files, replaced only when it hangs, crashes or hits a defect. */
const patient: { link?: WorkerLink; lastJob: number; end: (answer: Answer) => void } = { lastJob: 0, end: () => undefined };

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
  const second = await secondInputOf(
    steps.map(operationOf).find((operation) => operation !== undefined),
    input,
  );
  const link = patient.link ?? startPatient();
  patient.lastJob += 1;
  const answer = await new Promise<Answer>((resolve) => {
    const deadline = setTimeout(() => resolve(failure('timeout', `nothing after ${HANG_MS} ms`)), HANG_MS);
    patient.end = (given) => {
      clearTimeout(deadline);
      resolve(given);
    };
    const inputs = second ? ([input, second] as const) : ([input] as const);
    link.post({ type: 'run', job: patient.lastJob, steps, inputs, options: {}, sharers: 1 });
  });
  if (answer.type === 'failed' && ['timeout', 'crashed', 'internal'].includes(answer.code)) {
    link.terminate();
    delete patient.link;
  }
  return answer;
}

function operationOf({ engine, from, to }: PlanStep): Operation | undefined {
  const conversions = MANIFESTS.find(({ id }) => id === engine)?.conversions ?? [];
  return conversions.find((conversion) => conversion.from.includes(from) && conversion.to.includes(to))?.operation;
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

/** Replaces the second quarter of a file with noise: the header stays valid, the data does not. */
async function withNoise(whole: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const [from, to] = [Math.floor(bytes.length / 4), Math.floor(bytes.length / 2)];
  const pattern = noise();
  for (let at = from; at < to; at += 1) bytes[at] = pattern[at % pattern.length] ?? 0;
  return new Blob([bytes]);
}

/**
 * Tries half a file, noise inside, noise alone and an empty file. Noise may happen to be a valid image: samples without a
 * checksum, or a format without a header. Half a stream is a shorter stream.
 */
async function damageBreaches(pair: Pair): Promise<readonly string[]> {
  const plan = planOf(pair);
  const whole = await fixtureOf(pair.from, pair.step.engine);
  const good = await answerTo(plan, whole);
  const half = await answerTo(plan, whole.slice(0, whole.size / 2));
  const spoilt = await answerTo(plan, await withNoise(whole));
  const random = await answerTo(plan, new Blob([noise()]));
  const empty = await answerTo(plan, new Blob([]));
  const isAnswer = (answer: Answer): boolean => refused(answer) || answer.type === 'done';
  return named(pair, [
    ...(good.type === 'done' && !saysDamaged(good) ? [] : [`the fixture itself: ${said(good)}, damaged or refused`]),
    ...(isAnswer(half) ? [] : [`half a file: ${said(half)}`]),
    ...(isAnswer(spoilt) ? [] : [`noise within: ${said(spoilt)}`]),
    ...(isAnswer(random) ? [] : [`noise: ${said(random)}`]),
    ...(refused(empty) ? [] : [`zero bytes: ${said(empty)}`]),
    ...(half.type === 'done' && !saysDamaged(half) && !STREAMS.has(pair.from) ? ['half a file: no warning'] : []),
  ]);
}

/** Text lines, or consecutive frames without a length or an index: such a file may end anywhere. */
const STREAMS: ReadonlySet<string> = new Set([
  'm3u',
  'hls',
  'reg',
  'mtl',
  'mtree',
  'obj',
  'raw-triangles',
  'gray-raw',
  'rgb-raw',
  'rgba-raw',
  'bgr-raw',
  'bgra-raw',
  'cmyk-raw',
  'ycbcr-raw',
  'uyvy',
  'xyz',
  'gpl',
  'hpgl',
  'nmea',
  'compress',
  'aac',
  'mp3',
  'mp2',
  'gsm',
  'ts',
  'm2ts',
  'mpeg',
  'h264',
  'hevc',
  'm2v',
  'ac3',
  'dts',
  'ogg',
  'opus',
  'shn',
  'eml',
  'mbox',
  'html',
  'xhtml',
  'txt',
  'md',
  'rst',
  'typ',
  'adoc',
  'org',
  'textile',
  'mediawiki',
  'texinfo',
  'dokuwiki',
  'man',
  'srt',
  'vtt',
  'ass',
  'ssa',
  'smi',
  'microdvd',
  'sbv',
  'subviewer',
  'mpl2',
  'lrc',
  'yaml',
  'toml',
  'ini',
  'properties',
  'env',
  'ndjson',
  'csv',
  'tsv',
  'unknown',
]);

/** Known breaches that are not fixed yet. Fixed ones must be removed from here. */
const KNOWN_BREACHES: Readonly<Record<string, readonly string[]>> = {};

/** Rows of noise over a gradient: slow enough to encode that a cancellation arrives during the work. */
async function largePicture(): Promise<Blob> {
  const width = 2400;
  const height = 1600;
  const rgb = new Uint8Array(width * height * 3);
  for (let at = 0; at < rgb.length; at += 1) rgb[at] = ((at * 7) % 251) ^ ((at * 2_654_435_761) >>> 26);
  return new Blob([`P6 ${width} ${height} 255\n`, rgb]);
}

/** Uses the product's runner and cancels when this engine reports that it works. Benchmarks measure how quickly it stops. */
async function cancelled(plan: Plan, input: Blob, engine: string) {
  const runner = createRunner({ spawn: spawnNodeWorker, maxWorkers: 1, memoryBudgetBytes: 2 ** 32, estimateBytes: () => 1 });
  const controller = new AbortController();
  const result = await runner.run({
    inputs: [input],
    plans: [plan],
    options: {},
    signal: controller.signal,
    onProgress: (progress) => {
      if (progress.stage === 'working' && progress.engine === engine) controller.abort();
    },
  });
  runner.dispose();
  return result;
}

/** Engines that need a browser are tested there, with every conversion. */
const runsInNode = ({ requires: needs, conversions }: EngineManifest): boolean =>
  needs.length === 0 && conversions.some(({ requires = [] }) => requires.length === 0);

/** The changed engines in a run for changes, separated by commas. */
const CHANGED = process.env['CONTRACT_ENGINES']?.split(',');

/** Makes streams those of Safari, which cannot be iterated over, for engines and the libraries inside them. */
function withoutStreamIteration(): void {
  const { prototype } = ReadableStream;
  const known = Object.getOwnPropertyDescriptors(prototype);
  beforeAll(() => {
    Reflect.deleteProperty(prototype, Symbol.asyncIterator);
    Reflect.deleteProperty(prototype, 'values');
  });
  afterAll(() => {
    Object.defineProperties(prototype, known);
  });
}

const enginesOf = (tier: EngineManifest['tier']): readonly EngineManifest[] =>
  MANIFESTS.filter((manifest) => manifest.tier === tier && (CHANGED?.includes(manifest.id) ?? true));

/** Tests every engine of a tier. */
export function testEnginesOf(tier: EngineManifest['tier'], extent: Extent): void {
  withoutStreamIteration();
  const engines = enginesOf(tier);
  describe.each(engines.map((manifest) => [manifest.id, manifest] as const))('the manifest of %s', (_, manifest) => {
    testManifest(manifest);
  });
  describe.each(engines.filter(runsInNode).map((manifest) => [manifest.id, manifest] as const))(
    'the engine %s',
    (_, manifest) => {
      testEngine(manifest, extent);
    },
  );
  afterAll(endPatient);
}

function endPatient(): void {
  patient.link?.terminate();
  delete patient.link;
}

async function damageBreachesOf(pairs: readonly Pair[], most: number): Promise<readonly string[]> {
  const sources = Map.groupBy(
    pairs.filter(({ from }) => isPublic(from)),
    ({ from }) => from,
  );
  const breaches: string[] = [];
  for (const [pair] of spread([...sources.values()], most)) if (pair) breaches.push(...(await damageBreaches(pair)));
  return breaches;
}

function testManifest(manifest: EngineManifest): void {
  it('fulfils its contract', async () => {
    expect(manifestViolations(manifest)).toEqual([]);
    for (const asset of Object.keys(manifest.assets)) expect((await contextFor(manifest).bytes(asset)).length).toBeGreaterThan(0);
  });
}

function testEngine(manifest: EngineManifest, extent: Extent): void {
  let checking: Promise<readonly Checked[]> | undefined;
  const checkedPairs = (): Promise<readonly Checked[]> => {
    checking ??= checkPairs(manifest, extent.sources);
    return checking;
  };
  const pairsThatFit = async () => (await checkedPairs()).map(({ pair }) => pair);

  it('converts', async () => {
    const checked = await checkedPairs();
    expect(checked, 'no fixture in tests/fixtures for anything it reads').not.toEqual([]);
    expect(checked.flatMap(({ breaches }) => breaches)).toEqual([]);
  });

  it('does nothing when cancelled before the start', async () => {
    const subject = await subjectOf(manifest);
    const breaches: string[] = [];
    for (const pair of await pairsThatFit())
      breaches.push(...named(pair, await cancellationViolations(subject, await requestFor(manifest, pair))));
    expect(breaches).toEqual([]);
  });

  it('reports an error code for damaged files', async () => {
    const breaches = await damageBreachesOf(await pairsThatFit(), extent.damaged);
    expect(breaches).toEqual(KNOWN_BREACHES[manifest.id] ?? []);
  });

  if (!extent.cancels) return;
  it('stops when cancelled', async () => {
    const pairs = await pairsThatFit();
    const encoder = pairs.find(({ from }) => from === RASTER);
    const pair = encoder ?? pairs[0];
    if (!pair) return expect(pairs).not.toEqual([]);
    const lead = encoder ? stepsOf('ppm', RASTER) : [];
    const [first = pair.step, ...rest] = [...lead, ...planOf(pair).steps.filter(({ from }) => !encoder || from === RASTER)];
    const plan: Plan = { ...planOf(pair), steps: [first, ...rest] };
    const input = encoder ? await largePicture() : await fixtureOf(BETWEEN.get(pair.from)?.file ?? pair.from, pair.step.engine);
    const result = await cancelled(plan, input, manifest.id);
    expect(result.ok ? 'done before the cancel' : result.code).toBe('cancelled');
  });
}
