import type { Engine, EngineContext, EngineManifest, EngineOutput, Warning } from './engine.ts';
import { ConversionError, toConversionError } from './errors.ts';
import { type OptionsSchema, type OptionValues, parseOptions, pickOptions } from './options.ts';
import { type JobOutputs, type OutputFile, trackOutputs } from './output-file.ts';
import type { PlanStep } from './planner.ts';
import type { FromWorker, JobFile, JobProgress, ToWorker } from './worker-protocol.ts';

/** What differs between a browser worker and a Node worker thread: how engines and assets are loaded, where results go. */
export type EngineHost = {
  readonly manifests: readonly EngineManifest[];
  loadEngine(id: string): Promise<Engine>;
  bytes(engine: string, asset: string): Promise<Uint8Array<ArrayBuffer>>;
  wasm(engine: string, asset: string): Promise<WebAssembly.Module>;
  /** A new file for a result: on disk where there is one. */
  openOutput(): Promise<OutputFile>;
};

/**
 * The body of a conversion worker: answers `run` and `abort` messages through `post`. Engines are loaded once and stay warm.
 * A step's outputs are the next step's inputs, one by one, without leaving the worker.
 */
export function createExecutor(host: EngineHost, post: (message: FromWorker) => void): (message: ToWorker) => void {
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
    const state = { engine: message.steps[0].engine };
    const outputs = trackOutputs(() => host.openOutput());
    const kept = new Set<Blob>();
    try {
      const report = (progress: JobProgress) => {
        state.engine = progress.engine;
        if (!controller.signal.aborted) post({ type: 'progress', job: message.job, progress });
      };
      const done = await runSteps(message, { host, engineOf, outputs, signal: controller.signal, report });
      for (const { blob } of done.files) kept.add(blob);
      post({ type: 'done', job: message.job, ...done });
    } catch (thrown) {
      kept.clear();
      const failure = toConversionError(controller.signal.aborted ? new ConversionError('cancelled', 'aborted') : thrown);
      const detail = failure.cause instanceof Error ? `${failure.message}: ${failure.cause.message}` : failure.message;
      post({ type: 'failed', job: message.job, code: failure.code, engine: state.engine, detail });
    } finally {
      running.delete(message.job);
      await outputs.settle(kept);
    }
  };

  return (message) => {
    if (message.type === 'abort') running.get(message.job)?.abort();
    else void run(message);
  };
}

type RunMessage = Extract<ToWorker, { type: 'run' }>;

type Step = { readonly outputs: readonly EngineOutput[]; readonly warnings: readonly Warning[] };

/** What every step of one job shares. */
type Run = {
  readonly host: EngineHost;
  readonly engineOf: (id: string) => Promise<Engine>;
  readonly outputs: JobOutputs;
  readonly signal: AbortSignal;
  readonly report: (progress: JobProgress) => void;
  readonly options: OptionValues;
};

/** All steps but the last run input by input; the last one takes what they made, together if it combines. */
async function runSteps(
  message: RunMessage,
  run: Omit<Run, 'options'>,
): Promise<{ files: readonly [JobFile, ...JobFile[]]; warnings: readonly Warning[] }> {
  const job: Run = { ...run, options: message.options };
  const lead = message.steps.slice(0, -1);
  const last = message.steps.at(-1) ?? message.steps[0];
  const share = 1 / (message.inputs.length * lead.length + 1);
  const warnings: Warning[] = [];
  const ready: EngineOutput[] = [];
  for (const [index, content] of message.inputs.entries()) {
    const steps = message.leads?.[index] ?? lead;
    const done = await runChain(job, steps, [{ content }], { from: index * lead.length * share, step: share });
    ready.push(...done.outputs);
    warnings.push(...done.warnings);
  }
  const end = await runChain(job, [last], ready, { from: 1 - share, step: share });
  return { files: filesOf(end.outputs), warnings: distinct([...warnings, ...end.warnings]) };
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
    const next = await runStep(run, step, held, (fraction) => base + fraction * progress.step);
    release(held);
    held = next.outputs;
    warnings.push(...next.warnings);
    run.signal.throwIfAborted();
  }
  return { outputs: held, warnings };
}

async function runStep(
  run: Run,
  step: PlanStep,
  held: readonly EngineOutput[],
  overall: (fraction: number) => number,
): Promise<Step> {
  run.report({ stage: 'loading', engine: step.engine });
  const engine = await run.engineOf(step.engine);
  run.signal.throwIfAborted();
  run.report({ stage: 'working', engine: step.engine });
  const onProgress = monotonic((fraction) => run.report({ stage: 'working', engine: step.engine, fraction: overall(fraction) }));
  const { combines, schema } = conversionOf(run.host.manifests, step);
  const options = stepOptions(schema, run.options);
  const context = contextFor(run, step.engine);
  return combines
    ? runCombined(engine, step, held, options, { ...context, onProgress })
    : runEach(engine, step, held, options, context, onProgress);
}

async function runCombined(
  engine: Engine,
  step: PlanStep,
  held: readonly EngineOutput[],
  options: OptionValues,
  context: EngineContext,
): Promise<Step> {
  const [first, ...rest] = held.map((output) => output.content);
  if (!first) throw new ConversionError('internal', 'a step without inputs');
  return engine.convert({ inputs: [first, ...rest], from: step.from, to: step.to, options }, context);
}

async function runEach(
  engine: Engine,
  step: PlanStep,
  held: readonly EngineOutput[],
  options: OptionValues,
  context: Omit<EngineContext, 'onProgress'>,
  onProgress: (fraction: number) => void,
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
  return { schema: conversion?.options ?? {}, combines: conversion?.combines ?? false };
}

function stepOptions(schema: OptionsSchema, values: OptionValues): OptionValues {
  const parsed = parseOptions(schema, pickOptions(schema, values));
  if (parsed.ok) return parsed.values;
  const names = parsed.problems.map((problem) => `${problem.option} (${problem.reason})`).join(', ');
  throw new ConversionError('invalid-options', names);
}

function contextFor({ host, outputs, signal }: Run, engine: string): Omit<EngineContext, 'onProgress'> {
  const unavailable = (asset: string) => (cause: unknown) => {
    throw new ConversionError('engine-unavailable', `asset ${asset} of ${engine}`, { cause });
  };
  return {
    signal,
    bytes: (asset) => host.bytes(engine, asset).catch(unavailable(asset)),
    wasm: (asset) => host.wasm(engine, asset).catch(unavailable(asset)),
    openOutput: () => outputs.open(),
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
