import path from 'node:path';
import { numbered } from '@bakkum/conversion/file-names';
import { outputName } from '@bakkum/conversion/output-name';
import { formatById, formatNamed } from '@bakkum/registry/catalogue';
import type { NativeUse } from '@bakkum/registry/node/native-host.node';
import { defaultTarget } from '@bakkum/registry/targets/default-target';
import { type Converted, type Converter, openConverter, workersHere } from './converter.ts';
import { provenTargetsOf } from './list-formats.ts';
import { type OpenedFile, openFile } from './open-file.ts';
import { EXIT, failure, type Outcome, usageError } from './outcome.ts';
import { systemProblem } from './output-file.ts';
import { FileExists, placeFiles } from './place-files.ts';
import { namedResults } from './result-names.ts';

/** Value of `--to` that chooses the format people most often want for each file. */
export const AUTO = 'auto';
/** Highest number tried when the name of a result is taken. */
const MAX_NUMBER = 1000;

export type BatchArguments = {
  readonly files: readonly string[];
  /** Format, or `auto`. */
  readonly to: string;
  /** Folder for results. Default: beside each source. */
  readonly out?: string;
  readonly options: Readonly<Record<string, string>>;
  readonly native: NativeUse;
  readonly signal: AbortSignal;
  /** Called when a file is done. */
  readonly onEnd: (end: FileEnd) => void;
};

export type FileEnd =
  | { readonly file: string; readonly outputs: readonly string[] }
  | { readonly file: string; readonly code: string; readonly message: string };

/** `bakkum batch FILE… --to F`: converts files and writes each result beside its source. If a name is taken, the result gets a number. */
export async function batch(given: BatchArguments): Promise<Outcome> {
  const { files, native, onEnd } = given;
  const to = given.to === AUTO ? AUTO : formatNamed(given.to);
  if (to === undefined) return usageError(`--to is "${given.to}", which is not a format`);
  const concurrency = workersHere();
  const converter = await openConverter({ native, maxWorkers: concurrency });
  const ends: FileEnd[] = [];
  const waiting = [...files];
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const end = await convertOne(converter, file, to, given);
      ends.push(end);
      onEnd(end);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, files.length) }, work));
  } finally {
    await converter.close();
  }
  const failed = ends.filter((end) => 'code' in end);
  if (failed.length === 0) return { exit: EXIT.done, text: '', json: { files: ends } };
  const message = `${failed.length} of ${files.length} files could not be converted`;
  return { exit: EXIT.failed, code: 'some-failed', message, files: ends };
}

async function convertOne(converter: Converter, file: string, to: string, given: BatchArguments): Promise<FileEnd> {
  const opened = await openFile(file);
  if (!opened) return { file, code: 'not-found', message: `there is no file ${file}` };
  // Without a suggestion, the converter reports what is wrong with the file.
  const target = (to === AUTO ? targetOf(converter, opened) : to) ?? AUTO;
  const { options, signal } = given;
  const result = await converter.convert({ file: opened, to: target, options, signal });
  if (!result.ok) return failed(file, result.code, result.detail);
  try {
    return { file, outputs: await place(result, given.out ?? path.dirname(file), opened.name, target) };
  } catch (error) {
    const problem = systemProblem(error);
    if (!problem) throw error;
    return { file, code: problem.code, message: `The result could not be written: ${problem.reason}.` };
  } finally {
    await converter.discard(result);
  }
}

function targetOf({ planner }: Converter, { detection: { format } }: OpenedFile): string | undefined {
  return format && defaultTarget(format, provenTargetsOf(planner, format.id))?.to;
}

function failed(file: string, code: Parameters<typeof failure>[0], detail: string): FileEnd {
  return { file, code, message: failure(code, detail).message };
}

/** Writes results under the first name that is free. @throws the system's error */
async function place(result: Converted, folder: string, source: string, to: string): Promise<readonly string[]> {
  const extension = formatById(to)?.extensions[0] ?? to;
  const name = outputName(source, extension);
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : numbered(' (', ')')(name, number);
    const files = namedResults(result.files, tried, extension).map(({ blob, name: as }) => ({
      blob,
      file: path.join(folder, as),
    }));
    try {
      await placeFiles(files, false);
      return files.map(({ file }) => file);
    } catch (error) {
      if (!(error instanceof FileExists) || number === MAX_NUMBER) throw error;
    }
  }
}
