import path from 'node:path';
import { routeOf } from '@bakkum/conversion/planner';
import { formatNamed } from '@bakkum/registry/catalogue';
import type { NativeUse } from '@bakkum/registry/node/native-host.node';
import { INVALID_OPTION, optionValues } from './arguments.ts';
import { type ConversionRequest, type Converted, openConverter } from './converter.ts';
import { openFile } from './open-file.ts';
import { EXIT, failure, type Outcome, usageError } from './outcome.ts';
import { outputProblem, writeOutputs } from './output-file.ts';
import { showProgress } from './progress.ts';
import { namedResults } from './result-names.ts';
import { formatOfName } from './target-format.ts';

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
  const file = await openFile(input);
  if (!file) return usageError(`there is no file ${input}`);
  if (file.blob.size === 0) return failure('empty', 'zero bytes');
  const to = given.to === undefined ? formatOfName(output) : formatNamed(given.to);
  if (!to) return usageError(unknownTarget(given));
  const options = optionValues(given.options);
  if (!options) return usageError(INVALID_OPTION);
  const result = await run({ file, to, options, signal: given.signal }, given);
  if (result.ok) return save(result, given);
  return result.problems ? usageError(result.detail) : failure(result.code, result.detail);
}

function unknownTarget({ to, output }: ConvertArguments): string {
  if (to !== undefined) return `--to is "${to}", which is not a format`;
  const extension = path.extname(output);
  return extension
    ? `no format has the extension ${extension}; name one with --to`
    : 'OUT has no extension; set the format with --to';
}

async function run(request: ConversionRequest, { input, native, showsProgress }: ConvertArguments) {
  const converter = await openConverter({ native, maxWorkers: 1 });
  const progress = showsProgress ? showProgress(path.basename(input)) : undefined;
  try {
    return await converter.convert({ ...request, ...(progress && { onProgress: progress.report }) });
  } finally {
    progress?.end();
    await converter.close();
  }
}

/** Writes several results next to the named output, distinguished by their labels. */
export async function save(result: Converted, { output, force }: Pick<ConvertArguments, 'output' | 'force'>): Promise<Outcome> {
  const named = namedResults(result.files, path.basename(output), path.extname(output).slice(1));
  const files = named.map(({ blob, name }) => ({ blob, file: path.join(path.dirname(output), name) }));
  const names = files.map(({ file }) => file);
  const problem = (await outputProblem(names, force)) ?? (await writeOutputs(files));
  if (problem) return problem;
  const outputs = files.map(({ file, blob }) => ({ file, bytes: blob.size }));
  const milliseconds = Math.round(result.elapsedMs);
  const json = { outputs, route: routeOf(result.plan), fidelity: result.plan.fidelity, warnings: result.warnings, milliseconds };
  return { exit: EXIT.done, text: outputs.map(({ file, bytes }) => `${file} (${bytes} bytes)`).join('\n'), json };
}
