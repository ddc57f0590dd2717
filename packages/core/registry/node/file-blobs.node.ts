import { openAsBlob } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSweeper, processFolder } from '@bakkum/native-programs/work-folders';

/**
 * Paths of file-backed blobs. Node cannot send such a blob to another thread: it refuses to clone one, and a slice of one passes
 * the check and crashes the process. So the paths are sent instead.
 */
const paths = new WeakMap<Blob, string>();

/** Opens a file as a blob that is read on demand. It can be passed to a conversion worker as a whole, not sliced. */
export async function openFileBlob(file: string, type = ''): Promise<Blob> {
  const blob = await openAsBlob(file, { type });
  paths.set(blob, file);
  return blob;
}

/** Returns the path of a complete file-backed blob. */
export function pathOf(blob: Blob): string | undefined {
  return paths.get(blob);
}

/** A blob in the form in which it is sent between threads. */
export type SentBlob = Blob | { readonly path: string; readonly type: string };

export function toSent(blob: Blob): SentBlob {
  const file = paths.get(blob);
  return file === undefined ? blob : { path: file, type: blob.type };
}

export async function fromSent(sent: SentBlob): Promise<Blob> {
  return sent instanceof Blob ? sent : openFileBlob(sent.path, sent.type);
}

/** Deletes the results of earlier processes of this user that were killed. */
export async function removeAbandonedResults(): Promise<void> {
  await createSweeper(tmpdir()).sweep();
}

/** Returns this process's folder for results, which is removed when the process exits. */
export const temporaryFolder = processFolder;

/** Deletes the files of results that are no longer needed; never a file outside our temporary folder. */
export async function discardStored(blobs: readonly Blob[]): Promise<void> {
  const ours = `${temporaryFolder()}${path.sep}`;
  const files = blobs.flatMap((blob) => paths.get(blob) ?? []).filter((file) => file.startsWith(ours));
  await Promise.all(files.map((file) => rm(file, { force: true })));
}

/** Deletes everything in one of our folders except the named paths. The folder may be missing when nothing was written. */
export async function removeExcept(of: string, kept: ReadonlySet<string>): Promise<void> {
  const names = await readdir(of).catch(() => []);
  const files = names.map((name) => path.join(of, name)).filter((file) => !kept.has(file));
  await Promise.all(files.map((file) => rm(file, { recursive: true, force: true })));
}
