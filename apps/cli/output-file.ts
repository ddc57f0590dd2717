import { rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { getSystemErrorMap } from 'node:util';
import { EXIT, failure, type Outcome, usageError } from './outcome.ts';

export type OutputFile = { readonly file: string; readonly blob: Blob };

/** Reason why files cannot be written, as far as known in advance. A device such as /dev/stdout is not overwritten. */
export async function outputProblem(files: readonly string[], force: boolean): Promise<Outcome | undefined> {
  for (const file of files) {
    const folder = path.dirname(file);
    if (!(await stat(folder).catch(() => undefined))?.isDirectory()) return usageError(`there is no folder ${folder}`);
    const found = await stat(file).catch(() => undefined);
    if (found?.isDirectory()) return usageError(`${file} is a folder`);
    if (found?.isFile() && !force) return usageError(`${file} exists; --force overwrites it`);
  }
  return undefined;
}

/** Writes all files. Returns the reason if one cannot be written, and removes its partial content. */
export async function writeOutputs(files: readonly OutputFile[]): Promise<Outcome | undefined> {
  for (const { file, blob } of files) {
    try {
      await writeFile(file, blob.stream());
    } catch (error) {
      if (!(error instanceof Error && 'errno' in error)) throw error;
      if ((await stat(file).catch(() => undefined))?.isFile()) await rm(file, { force: true });
      return notWritten(file, Number(error.errno));
    }
  }
  return undefined;
}

function notWritten(file: string, errorNumber: number): Outcome {
  const [code, reason] = getSystemErrorMap().get(errorNumber) ?? ['', 'the system reports an unknown error'];
  if (code === 'ENOSPC') return failure('storage-full', file);
  return { exit: EXIT.failed, code: 'not-written', message: `${file} could not be written: ${reason}` };
}
