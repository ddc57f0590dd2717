import os from 'node:os';
import path from 'node:path';
import { uniqueNames } from '@bakkum/conversion/file-names';
import { type OptionProblem, parseOptions } from '@bakkum/conversion/options';
import { outputName } from '@bakkum/conversion/output-name';
import { type Plan, type Planner, routeOf } from '@bakkum/conversion/planner';
import { createRunner, type Job, type JobResult } from '@bakkum/conversion/runner';
import { publicFormats } from '@bakkum/registry/catalogue';
import { removeAbandonedResults } from '@bakkum/registry/node/file-blobs.node';
import { type NativeUse, type NodeHost, openNodeHost } from '@bakkum/registry/node/native-host.node';
import { openFile } from './open-file.ts';
import { EXIT, failure, type Outcome, usageError } from './outcome.ts';
import { outputProblem, writeOutputs } from './output-file.ts';
import { showProgress } from './progress.ts';

export type ConvertArguments = {
  readonly input: string;
  readonly output: string;
  /** Format id; otherwise the output's extension decides. */
  readonly to?: string;
  /** `name=value`, checked by the schema of the engines. */
  readonly options: readonly string[];
  /** Installed programs that conversions may use. */
  readonly native: NativeUse;
  /** Overwrites existing files. */
  readonly force: boolean;
  readonly showsProgress: boolean;
  readonly signal: AbortSignal;
};

/** `bakkum convert IN OUT`: the same planner, runner and engines as the website, in worker threads. */
export async function convert(given: ConvertArguments): Promise<Outcome> {
  const { input, output } = given;
  if (path.resolve(input) === path.resolve(output)) return usageError('IN and OUT are the same file');
  const unwritable = await outputProblem([output], given.force);
  if (unwritable) return unwritable;
  const opened = await openFile(input);
  if (!opened) return usageError(`there is no file ${input}`);
  if (opened.blob.size === 0) return failure('empty', 'zero bytes');
  const target = targetOf(given.to, output);
  if (!target) return usageError(unknownTarget(given));
  const { format, encrypted } = opened.detection;
  if (!format) return failure('unsupported-type', 'unknown content');
  const host = openNodeHost(given.native);
  const plans = plansFor(host.planner, format.id, target);
  if (!plans) return failure(encrypted ? 'encrypted' : 'no-route', `${format.id} to ${target}`);
  return convertBy(host, plans, opened.blob, given);
}

async function convertBy(
  host: NodeHost,
  plans: readonly [Plan, ...Plan[]],
  blob: Blob,
  given: ConvertArguments,
): Promise<Outcome> {
  const values = optionValues(given.options);
  if (!values) return usageError('-o needs NAME=VALUE, such as quality=high');
  const parsed = parseOptions(host.planner.optionsOf(plans[0]), values);
  if (!parsed.ok) return usageError(parsed.problems.map(problemText).join('; '));
  const result = await run(host, { inputs: [blob], plans, options: parsed.values, signal: given.signal }, given);
  return result.ok ? save(result, given) : failure(result.code, result.detail);
}

function problemText({ option, reason, allowed }: OptionProblem): string {
  if (!allowed) return `option ${option}: ${reason}`;
  const accepted = 'values' in allowed ? allowed.values.join(', ') : `${allowed.min} to ${allowed.max}`;
  return `option ${option}: ${reason}; possible here: ${accepted || 'none'}`;
}

function optionValues(given: readonly string[]): Record<string, string> | undefined {
  const pairs = given.map((text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)] as const);
  return given.every((text) => text.indexOf('=') > 0) ? Object.fromEntries(pairs) : undefined;
}

function targetOf(to: string | undefined, output: string): string | undefined {
  if (to !== undefined) return publicFormats().find(({ id, extensions }) => id === to || extensions.includes(to))?.id;
  const extension = path.extname(output).slice(1).toLowerCase();
  const named = publicFormats().filter(({ extensions }) => extensions.includes(extension));
  return (named.find(({ extensions }) => extensions[0] === extension) ?? named[0])?.id;
}

function unknownTarget({ to, output }: ConvertArguments): string {
  if (to !== undefined) return `--to is "${to}", which is not a format`;
  const extension = path.extname(output);
  return extension
    ? `no format has the extension ${extension}; name one with --to`
    : 'OUT has no extension; name a format with --to';
}

function plansFor(planner: Planner, from: string, to: string): readonly [Plan, ...Plan[]] | undefined {
  const answer = planner.plan(from, to);
  return answer.ok ? answer.plans : undefined;
}

async function run({ spawn, estimateBytes }: NodeHost, job: Job, { input, showsProgress }: ConvertArguments): Promise<JobResult> {
  // Results that cannot be deleted do not concern this conversion.
  await removeAbandonedResults().catch(() => undefined);
  const runner = createRunner({ spawn, maxWorkers: 1, memoryBudgetBytes: os.totalmem() / 2, estimateBytes });
  const progress = showsProgress ? showProgress(path.basename(input)) : undefined;
  try {
    return await runner.run({ ...job, ...(progress && { onProgress: progress.report }) });
  } finally {
    progress?.end();
    runner.dispose();
  }
}

/** Paths of several results: next to the named output, distinguished by their labels. */
async function save(result: Extract<JobResult, { ok: true }>, { output, force }: ConvertArguments): Promise<Outcome> {
  const extension = path.extname(output).slice(1);
  const unique = uniqueNames();
  const files = result.files.map(({ blob, label }, index) => {
    const several = result.files.length > 1 ? (label ?? String(index + 1)) : undefined;
    const file = path.join(
      path.dirname(output),
      several ? unique(outputName(path.basename(output), extension, several)) : path.basename(output),
    );
    return { blob, file };
  });
  const names = files.map(({ file }) => file);
  const problem = (await outputProblem(names, force)) ?? (await writeOutputs(files));
  if (problem) return problem;
  const outputs = files.map(({ file, blob }) => ({ file, bytes: blob.size }));
  const milliseconds = Math.round(result.elapsedMs);
  const json = { outputs, route: routeOf(result.plan), fidelity: result.plan.fidelity, warnings: result.warnings, milliseconds };
  return { exit: EXIT.done, text: outputs.map(({ file, bytes }) => `${file} (${bytes} bytes)`).join('\n'), json };
}
