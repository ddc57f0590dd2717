import type { Content, Engine, EngineContext, EngineManifest, EngineOutput, Warning } from './engine.ts';
import { ConversionError, DeclinedError, toConversionError, UnfitDeviceError } from './errors.ts';
import type { InstalledPrograms, ProgramHost } from './installed-programs.ts';
import { type OptionsSchema, type OptionValues, parseOptions, pickOptions, USED_UP } from './options.ts';
import { type JobOutputs, type OutputFile, trackOutputs } from './output-file.ts';
import { type Clock, paceProgress } from './paced-progress.ts';
import type { PageLayouts } from './pages/page-layout.ts';
import type { PlanStep } from './planner.ts';
import { lanesAmong } from './workers/parallel-lanes.ts';
import type { FromWorker, JobFile, JobProgress, ToWorker } from './workers/worker-protocol.ts';

/** Differences between a browser worker and a Node worker thread: loading engines and assets, and storing results. */
export type EngineHost = {
  readonly manifests: readonly EngineManifest[];
  loadEngine(id: string): Promise<Engine>;
  bytes(engine: string, asset: string): Promise<Uint8Array<ArrayBuffer>>;
  wasm(engine: string, asset: string): Promise<WebAssembly.Module>;
  url(engine: string, asset: string): string;
  /**
   * Downloads and caches the files of a large engine, reporting transferred bytes. Does nothing if the files are present or
   * small. Absent where files are always local.
   */
  fetchAhead?(engine: string, report: (loadedBytes: number, totalBytes: number) => void, signal: AbortSignal): Promise<void>;
  /** Opens a file for a result, on disk if there is one. */
  openOutput(): Promise<OutputFile>;
  readonly programs?: ProgramHost;
  /** Opens a frame for layouts; only in a browser. Closed when the signal aborts. */
  openPageLayouts?(load: (face: string) => Promise<Uint8Array<ArrayBuffer>>, signal: AbortSignal): PageLayouts;
};

/**
 * The body of a conversion worker: answers `run` and `abort` messages through `post`. Engines are loaded once and stay warm. The
 * outputs of a step are passed to the next step one by one, without leaving the worker.
 * @param clock limits progress messages to ten per second; replaceable for tests
 */
export function createExecutor(
  host: EngineHost,
  post: (message: FromWorker) => void,
  clock?: Clock,
): (message: ToWorker) => void {
  const running = new Map<number, AbortController>();
  const engines = new Map<string, Promise<Engine>>();

  const engineOf = (id: string): Promise<Engine> => {
    const known = engines.get(id);
    if (known) return known;
    const loading = host.loadEngine(id).catch((cause: unknown) => {
      engines.delete(id);
      throw new ConversionError('engine-unavailable', `engine ${id} did not start`, { cause });
    });
    engines.set(id, loading);
    return loading;
  };

  const run = async (message: RunMessage): Promise<void> => {
    const controller = new AbortController();
    running.set(message.job, controller);
    const state: { step: PlanStep; input?: number | undefined } = { step: message.steps[0] };
    const enter = (step: PlanStep) => {
      state.step = step;
    };
    const take = (input: number | undefined) => {
      state.input = input;
    };
    const outputs = trackOutputs(() => host.openOutput());
    const kept = new Set<Blob>();
    const progress = paceProgress((told) => {
      if (!controller.signal.aborted) post({ type: 'progress', job: message.job, progress: told });
    }, clock);
    try {
      const { signal } = controller;
      const done = await runSteps(message, { host, engineOf, outputs, signal, enter, take, report: progress.report });
      progress.flush();
      for (const { blob } of done.files) kept.add(blob);
      post({ type: 'done', job: message.job, ...done });
    } catch (thrown) {
      kept.clear();
      const failure = toConversionError(controller.signal.aborted ? new ConversionError('cancelled', 'aborted') : thrown);
      const detail = failure.cause instanceof Error ? `${failure.message}: ${failure.cause.message}` : failure.message;
      post({ type: 'failed', job: message.job, code: failure.code, ...placeOf(state, message), detail, ...kindOf(failure) });
    } finally {
      progress.stop();
      running.delete(message.job);
      await outputs.settle(kept);
    }
  };

  return (message) => {
    if (message.type === 'abort') running.get(message.job)?.abort();
    else if (message.type === 'warm') for (const id of message.engines) void warm(host, id, engineOf);
    else void run(message);
  };
}

function kindOf(failure: ConversionError): Pick<Extract<FromWorker, { type: 'failed' }>, 'unfit' | 'declined'> {
  if (failure instanceof UnfitDeviceError) return { unfit: true };
  return failure instanceof DeclinedError ? { declined: true } : {};
}

/** If starting fails here, the job that needs the engine fails again and reports it. */
async function warm(host: EngineHost, id: string, engineOf: (id: string) => Promise<Engine>): Promise<void> {
  try {
    const engine = await engineOf(id);
    await engine.start?.(assetsFor(host, id, new AbortController().signal), true);
  } catch {
    return;
  }
}

type RunMessage = Extract<ToWorker, { type: 'run' }>;

type Step = { readonly outputs: readonly EngineOutput[]; readonly warnings: readonly Warning[] };

/** State shared by the steps of one job. */
type Run = {
  readonly host: EngineHost;
  readonly engineOf: (id: string) => Promise<Engine>;
  readonly outputs: JobOutputs;
  readonly signal: AbortSignal;
  /** Names the current step, to attribute a failure. */
  readonly enter: (step: PlanStep) => void;
  /** Names the current one of several inputs, to attribute a failure. */
  readonly take: (input: number | undefined) => void;
  readonly report: (progress: JobProgress) => void;
  readonly options: OptionValues;
  /** Threads for each step, its own included. */
  readonly lanes: number;
  /** Whether the output of this step is the whole result of the job. */
  readonly writesResult: (step: PlanStep) => boolean;
};

/** A step of the plan has an index in it; a lead of a single input has none. */
function placeOf(
  { step, input }: { readonly step: PlanStep; readonly input?: number | undefined },
  { steps }: RunMessage,
): { engine: string; step?: number; input?: number } {
  const index = steps.indexOf(step);
  return { engine: step.engine, ...(index < 0 ? {} : { step: index }), ...(input === undefined ? {} : { input }) };
}

type Chain = { readonly content: Blob; readonly steps: readonly PlanStep[] };

/** Runs the steps of each input separately; only a combining last step takes all inputs. */
async function runSteps(
  message: RunMessage,
  run: Omit<Run, 'options' | 'lanes' | 'writesResult'>,
): Promise<{ files: readonly [JobFile, ...JobFile[]]; warnings: readonly Warning[] }> {
  const lead = message.steps.slice(0, -1);
  const last = message.steps.at(-1) ?? message.steps[0];
  const writesResult = (step: PlanStep): boolean => step === last && message.inputs.length === 1;
  const job: Run = { ...run, options: message.options, lanes: lanesAmong(message.sharers), writesResult };
  const chains = message.inputs.map((content, index): Chain => ({ content, steps: message.leads?.[index] ?? lead }));
  const done = conversionOf(run.host.manifests, last).combines
    ? await runTogether(job, chains, last)
    : await runApart(
        job,
        chains.map(({ content, steps }) => ({ content, steps: [...steps, last] })),
      );
  return { files: filesOf(done.outputs), warnings: distinct(done.warnings) };
}

async function runApart(run: Run, chains: readonly Chain[]): Promise<Step> {
  const outputs: EngineOutput[] = [];
  const warnings: Warning[] = [];
  for (const [index, { content, steps }] of chains.entries()) {
    const share = { from: index / chains.length, step: 1 / (chains.length * steps.length) };
    const done = await runChain(run, steps, [{ content }], share);
    outputs.push(...done.outputs);
    warnings.push(...done.warnings);
  }
  return { outputs, warnings };
}

/**
 * Passes the results of the leads one at a time and releases each before making the next, so that fifty photos are never all
 * decoded at once.
 */
async function runTogether(run: Run, chains: readonly Chain[], last: PlanStep): Promise<Step> {
  const log: MakingLog = { warnings: [], complete: false };
  const made = makeOneByOne(run, chains, last, log);
  const leads = chains.flatMap(({ steps }) => steps);
  try {
    const first = await made.next();
    if (first.done) throw new ConversionError('internal', 'a step without inputs');
    const { engine, options, context, onProgress } = await startStep(run, last, leads, (fraction) =>
      shareOfAll(fraction, chains),
    );
    const following = { count: chains.length - 1, contents: made };
    const request = { inputs: [first.value], following, from: last.from, to: last.to, options } as const;
    const result = await engine.convert(request, { ...context, onProgress });
    await made.next();
    if (!log.complete) throw new ConversionError('internal', 'inputs were left out');
    return { outputs: result.outputs, warnings: [...log.warnings, ...result.warnings] };
  } finally {
    await made.return(undefined);
  }
}

type MakingLog = { readonly warnings: Warning[] /** Set once all inputs were taken. */; complete: boolean };

async function* makeOneByOne(
  run: Run,
  chains: readonly Chain[],
  last: PlanStep,
  log: MakingLog,
): AsyncGenerator<Content, undefined, undefined> {
  for (const [index, { content, steps }] of chains.entries()) {
    run.take(index);
    const share = { from: index / chains.length, step: 1 / (chains.length * (steps.length + 1)) };
    const done = await runChain(run, steps, [{ content }], share);
    log.warnings.push(...done.warnings);
    run.enter(last);
    const waiting = [...done.outputs];
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        try {
          yield next.content;
        } finally {
          release([next]);
        }
      }
    } finally {
      release(waiting);
    }
  }
  run.take(undefined);
  log.complete = true;
  return undefined;
}

/** Progress of the combining step over all files, as a fraction of the job: each file's leads come before its own share. */
function shareOfAll(fraction: number, chains: readonly Chain[]): number {
  const files = Math.min(1, fraction) * chains.length;
  const index = Math.floor(files);
  const leads = chains[index]?.steps.length ?? 0;
  return (index + (index < chains.length ? (leads + files - index) / (leads + 1) : 0)) / chains.length;
}

async function runChain(
  run: Run,
  steps: readonly PlanStep[],
  inputs: readonly EngineOutput[],
  progress: { readonly from: number; readonly step: number },
): Promise<Step> {
  let held = inputs;
  const warnings: Warning[] = [];
  for (const [index, step] of steps.entries()) {
    const base = progress.from + index * progress.step;
    try {
      const next = await runStep(run, step, steps.slice(0, index), held, (fraction) => base + fraction * progress.step);
      warnings.push(...next.warnings);
      release(held);
      held = next.outputs;
      run.signal.throwIfAborted();
    } catch (thrown) {
      release(held);
      throw thrown;
    }
  }
  return { outputs: held, warnings };
}

type Started = {
  readonly engine: Engine;
  readonly options: OptionValues;
  readonly context: Omit<EngineContext, 'onProgress'>;
  readonly onProgress: (fraction: number) => void;
};

async function startStep(
  run: Run,
  step: PlanStep,
  before: readonly PlanStep[],
  overall: (fraction: number) => number,
): Promise<Started> {
  run.enter(step);
  const engine = await readyEngine(run, step.engine);
  run.report({ stage: 'working', engine: step.engine });
  const written = run.outputs.written();
  const sizeToCome = (fraction: number): { resultBytes?: number } => {
    const own = run.writesResult(step) ? run.outputs.written() - written : 0;
    return own > 0 ? { resultBytes: Math.round(own / fraction) } : {};
  };
  const onProgress = monotonic((fraction) =>
    run.report({ stage: 'working', engine: step.engine, fraction: overall(fraction), ...sizeToCome(fraction) }),
  );
  const options = stepOptions(conversionOf(run.host.manifests, step).schema, leftOf(run, before));
  return { engine, options, context: contextFor(run, step.engine), onProgress };
}

/** Downloads an engine's files, loads its code and starts it if needed, reporting each stage as it begins. */
async function readyEngine(run: Run, id: string): Promise<Engine> {
  const { host, signal, report } = run;
  report({ stage: 'loading', engine: id });
  const told = (loadedBytes: number, totalBytes: number) => report({ stage: 'loading', engine: id, loadedBytes, totalBytes });
  try {
    await host.fetchAhead?.(id, told, signal);
  } catch (cause) {
    signal.throwIfAborted();
    throw new ConversionError('engine-unavailable', `files of ${id}`, { cause });
  }
  const engine = await run.engineOf(id);
  signal.throwIfAborted();
  if (!engine.start) return engine;
  report({ stage: 'starting', engine: id });
  await engine.start(assetsFor(host, id, signal), false);
  signal.throwIfAborted();
  return engine;
}

/** The options minus those that an earlier step has already applied. */
function leftOf({ host, options }: Run, before: readonly PlanStep[]): OptionValues {
  const known = new Set(before.flatMap((step) => Object.keys(conversionOf(host.manifests, step).schema)));
  return Object.fromEntries(Object.entries(options).filter(([name]) => !(USED_UP.has(name) && known.has(name))));
}

async function runStep(
  run: Run,
  step: PlanStep,
  before: readonly PlanStep[],
  held: readonly EngineOutput[],
  overall: (fraction: number) => number,
): Promise<Step> {
  const started = await startStep(run, step, before, overall);
  return conversionOf(run.host.manifests, step).combines ? runCombined(started, step, held) : runEach(started, step, held);
}

/** Runs a combining step in the middle of a plan on the outputs of one input. */
async function runCombined(
  { engine, options, context, onProgress }: Started,
  step: PlanStep,
  held: readonly EngineOutput[],
): Promise<Step> {
  const [first, ...rest] = held.map((output) => output.content);
  if (!first) throw new ConversionError('internal', 'a step without inputs');
  return engine.convert({ inputs: [first, ...rest], from: step.from, to: step.to, options }, { ...context, onProgress });
}

async function runEach(
  { engine, options, context, onProgress }: Started,
  step: PlanStep,
  held: readonly EngineOutput[],
): Promise<Step> {
  const outputs: EngineOutput[] = [];
  const warnings: Warning[] = [];
  for (const [index, input] of held.entries()) {
    const result = await engine.convert(
      { inputs: [input.content], from: step.from, to: step.to, options },
      { ...context, onProgress: (fraction) => onProgress((index + fraction) / held.length) },
    );
    outputs.push(...result.outputs.map((output) => ({ ...output, ...joinLabels(input.label, output.label) })));
    warnings.push(...result.warnings);
    context.signal.throwIfAborted();
  }
  return { outputs, warnings };
}

function joinLabels(first: string | undefined, second: string | undefined): { label?: string } {
  const label = [first, second].filter((part) => part !== undefined).join('-');
  return label === '' ? {} : { label };
}

function conversionOf(manifests: readonly EngineManifest[], step: PlanStep): { schema: OptionsSchema; combines: boolean } {
  const conversion = manifests
    .find((manifest) => manifest.id === step.engine)
    ?.conversions.find((candidate) => candidate.from.includes(step.from) && candidate.to.includes(step.to));
  return { schema: conversion?.options ?? {}, combines: conversion?.combines ?? conversion?.operation !== undefined };
}

function stepOptions(schema: OptionsSchema, values: OptionValues): OptionValues {
  const parsed = parseOptions(schema, pickOptions(schema, values));
  if (parsed.ok) return parsed.values;
  const names = parsed.problems.map((problem) => `${problem.option} (${problem.reason})`).join(', ');
  throw new ConversionError('invalid-options', names);
}

function contextFor({ host, outputs, signal, lanes }: Run, engine: string): Omit<EngineContext, 'onProgress'> {
  return {
    ...assetsFor(host, engine, signal),
    lanes,
    openOutput: () => outputs.open(),
    ...layoutsOf(host, signal),
    ...(host.programs ? { programs: programsOf(host.programs, outputs, signal) } : {}),
  };
}

function layoutsOf({ openPageLayouts }: EngineHost, signal: AbortSignal): Pick<EngineContext, 'openPageLayouts'> {
  return openPageLayouts ? { openPageLayouts: (load) => openPageLayouts(load, signal) } : {};
}

type Assets = Pick<EngineContext, 'signal' | 'bytes' | 'wasm' | 'url'>;

function assetsFor(host: EngineHost, engine: string, signal: AbortSignal): Assets {
  const unavailable = (asset: string) => (cause: unknown) => {
    throw new ConversionError('engine-unavailable', `asset ${asset} of ${engine}`, { cause });
  };
  return {
    signal,
    bytes: (asset) => host.bytes(engine, asset).catch(unavailable(asset)),
    wasm: (asset) => host.wasm(engine, asset).catch(unavailable(asset)),
    url: (asset) => host.url(engine, asset),
  };
}

/** Files left behind by programs are removed with the job's other files, unless they are results. */
function programsOf(programs: ProgramHost, outputs: JobOutputs, signal: AbortSignal): InstalledPrograms {
  return {
    has: (program) => programs.has(program),
    versionOf: (program) => programs.versionOf(program),
    async open() {
      const folder = await programs.open(signal);
      return { ...folder, take: async (name) => outputs.adopt(await folder.take(name)) };
    },
    ...(programs.background && { background: programs.background }),
  };
}

function monotonic(report: (fraction: number) => void): (fraction: number) => void {
  let highest = 0;
  return (fraction) => {
    const bounded = Math.min(1, fraction);
    if (!(bounded > highest)) return;
    highest = bounded;
    report(bounded);
  };
}

function release(outputs: readonly EngineOutput[]): void {
  for (const { content } of outputs) if (!(content instanceof Blob)) content.release();
}

function filesOf(outputs: readonly EngineOutput[]): readonly [JobFile, ...JobFile[]] {
  const [first, ...rest] = outputs.map((output): JobFile => {
    if (!(output.content instanceof Blob)) throw new ConversionError('internal', 'a plan must end in a file');
    return { blob: output.content, ...(output.label === undefined ? {} : { label: output.label }) };
  });
  if (!first) throw new ConversionError('internal', 'a plan without outputs');
  return [first, ...rest];
}

function distinct(warnings: readonly Warning[]): Warning[] {
  const seen = new Map(warnings.map((warning) => [JSON.stringify(warning), warning]));
  return [...seen.values()];
}
