/** Commands on several files: `bakkum combine`, `bakkum compare` and `bakkum sign`. */
import path from 'node:path';
import type { FileOperation } from '@bakkum/conversion/combination';
import type { NativeUse } from '@bakkum/registry/node/native-host.node';
import { INVALID_OPTION, optionValues } from './arguments.ts';
import { save } from './convert.ts';
import { type NotConverted, openConverter } from './converter.ts';
import { type OpenedFile, openFile } from './open-file.ts';
import { type Failure, failure, type Outcome, usageError } from './outcome.ts';
import { outputProblem } from './output-file.ts';
import { showProgress } from './progress.ts';
import { formatOfName } from './target-format.ts';

export type OperationArguments = {
  readonly inputs: readonly string[];
  readonly output: string;
  /** `name=value`, checked by the schema of the operation. */
  readonly options: readonly string[];
  /** Installed programs that conversions may use. */
  readonly native: NativeUse;
  /** Overwrites an existing file. */
  readonly force: boolean;
  readonly showsProgress: boolean;
  readonly signal: AbortSignal;
};

/** `bakkum combine FILE… --out OUT`: one file of several, in their order, as the website makes it. */
export async function combine(given: OperationArguments): Promise<Outcome> {
  const to = formatOfName(given.output);
  if (!to) return usageError('OUT must end with the extension of a format, such as .pdf');
  return runOperation(given, to, 'combine');
}

/** `bakkum compare BEFORE AFTER OUT`: the comparison of the website, in a worker thread. */
export async function compare(given: OperationArguments): Promise<Outcome> {
  const to = formatOfName(given.output);
  if (!to) return usageError('OUT must end with .pdf, .txt or .json');
  return runOperation(given, to, 'compare');
}

/** `bakkum sign IN CERTIFICATE OUT`: signs as the website does, in a worker thread. */
export async function sign(given: OperationArguments): Promise<Outcome> {
  if (formatOfName(given.output) !== 'pdf') return usageError('OUT must end with .pdf');
  return runOperation(given, 'pdf', 'sign');
}

async function runOperation(given: OperationArguments, to: string, operation: FileOperation): Promise<Outcome> {
  const { inputs, output, force } = given;
  if (inputs.some((file) => path.resolve(file) === path.resolve(output))) return usageError('OUT is one of the other files');
  const unwritable = await outputProblem([output], force);
  if (unwritable) return unwritable;
  const opened = await openAll(inputs);
  if ('missing' in opened) return usageError(`there is no file ${opened.missing}`);
  const [first, second, ...rest] = opened.files;
  if (!first || !second) return usageError('at least two files are needed');
  const options = optionValues(given.options);
  if (!options) return usageError(INVALID_OPTION);
  const converter = await openConverter({ native: given.native, maxWorkers: 1 });
  const progress = given.showsProgress ? showProgress(path.basename(output)) : undefined;
  try {
    const request = { files: [first, second, ...rest], to, options, signal: given.signal } as const;
    const result = await converter.operate(operation, { ...request, ...(progress && { onProgress: progress.report }) });
    if (result.ok) return await save(result, given);
    return unfinished(result, inputs);
  } finally {
    progress?.end();
    await converter.close();
  }
}

/** The failure of an operation, with the name of the file that caused it if it is known. */
function unfinished(result: NotConverted, inputs: readonly string[]): Failure {
  if (result.problems) return usageError(result.detail);
  const outcome = failure(result.code, result.detail);
  const name = result.input === undefined ? undefined : inputs[result.input];
  return name === undefined ? outcome : { ...outcome, message: `${name}: ${outcome.message}` };
}

/** Opens the files in order, up to the first that does not exist. */
async function openAll(
  inputs: readonly string[],
): Promise<{ readonly files: readonly OpenedFile[] } | { readonly missing: string }> {
  const files: OpenedFile[] = [];
  for (const input of inputs) {
    const file = await openFile(input);
    if (!file) return { missing: input };
    files.push(file);
  }
  return { files };
}
