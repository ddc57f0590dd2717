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
    if (found?.isFile() && !force) return usageError(`${file} already exists; use --force to overwrite it`);
  }
  return undefined;
}

/** Writes all files. Returns the reason if one cannot be written, and removes its partial content. */
export async function writeOutputs(files: readonly OutputFile[]): Promise<Outcome | undefined> {
  for (const { file, blob } of files) {
    try {
      await writeFile(file, blob.stream());
    } catch (error) {
      const problem = systemProblem(error);
      if (!problem) throw error;
      if ((await stat(file).catch(() => undefined))?.isFile()) await rm(file, { force: true });
      if (problem.code === 'storage-full') return failure('storage-full', file);
      return { exit: EXIT.failed, code: 'not-written', message: `${file} could not be written: ${problem.reason}` };
    }
  }
  return undefined;
}

/** Describes why the system could not write a file. Undefined for other errors. */
export function systemProblem(
  error: unknown,
): { readonly code: 'storage-full' | 'not-written'; readonly reason: string } | undefined {
  if (!(error instanceof Error && 'errno' in error)) return undefined;
  const [code, reason] = getSystemErrorMap().get(Number(error.errno)) ?? ['', 'the system reports an unknown error'];
  return { code: code === 'ENOSPC' ? 'storage-full' : 'not-written', reason };
}
