/** Commands on two files: `bakkum compare` and `bakkum sign`. */
import path from 'node:path';
import type { NativeUse } from '@bakkum/registry/node/native-host.node';
import { INVALID_OPTION, optionValues } from './arguments.ts';
import { save } from './convert.ts';
import { openConverter } from './converter.ts';
import { openFile } from './open-file.ts';
import { failure, type Outcome, usageError } from './outcome.ts';
import { outputProblem } from './output-file.ts';
import { showProgress } from './progress.ts';
import { formatOfName } from './target-format.ts';

export type PairArguments = {
  readonly inputs: readonly [string, string];
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

/** `bakkum compare BEFORE AFTER OUT`: the comparison of the website, in a worker thread. */
export async function compare(given: PairArguments): Promise<Outcome> {
  const to = formatOfName(given.output);
  if (!to) return usageError('OUT must end with .pdf, .txt or .json');
  return runPair(given, to, 'compare');
}

/** `bakkum sign IN CERTIFICATE OUT`: signs as the website does, in a worker thread. */
export async function sign(given: PairArguments): Promise<Outcome> {
  if (formatOfName(given.output) !== 'pdf') return usageError('OUT must end with .pdf');
  return runPair(given, 'pdf', 'sign');
}

async function runPair(given: PairArguments, to: string, operation: 'compare' | 'sign'): Promise<Outcome> {
  const { inputs, output, force } = given;
  if (inputs.some((file) => path.resolve(file) === path.resolve(output))) return usageError('OUT is one of the other files');
  const unwritable = await outputProblem([output], force);
  if (unwritable) return unwritable;
  const [first, second] = [await openFile(inputs[0]), await openFile(inputs[1])];
  if (!first || !second) return usageError(`there is no file ${first ? inputs[1] : inputs[0]}`);
  const options = optionValues(given.options);
  if (!options) return usageError(INVALID_OPTION);
  const converter = await openConverter({ native: given.native, maxWorkers: 1 });
  const progress = given.showsProgress ? showProgress(path.basename(inputs[0])) : undefined;
  try {
    const request = { files: [first, second], to, options, signal: given.signal } as const;
    const result = await converter.operate(operation, { ...request, ...(progress && { onProgress: progress.report }) });
    if (result.ok) return await save(result, given);
    return 'problems' in result && result.problems ? usageError(result.detail) : failure(result.code, result.detail);
  } finally {
    progress?.end();
    await converter.close();
  }
}
