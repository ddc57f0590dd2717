import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Node cannot send a blob that is backed by a file to another thread: it refuses to clone one, and a slice of one passes the
 * check and ends the process. So file blobs are remembered with their paths, and the paths are sent.
 */
const paths = new WeakMap<Blob, string>();

/** A blob over a file, read as it is needed. It can be given to a conversion worker, whole, not sliced. */
export async function openFileBlob(file: string, type = ''): Promise<Blob> {
  const blob = await openAsBlob(file, { type });
  paths.set(blob, file);
  return blob;
}

/** Where a whole blob over a file lies. */
export function pathOf(blob: Blob): string | undefined {
  return paths.get(blob);
}

/** A blob as it travels between threads. */
export type SentBlob = Blob | { readonly path: string; readonly type: string };

export function toSent(blob: Blob): SentBlob {
  const file = paths.get(blob);
  return file === undefined ? blob : { path: file, type: blob.type };
}

export async function fromSent(sent: SentBlob): Promise<Blob> {
  return sent instanceof Blob ? sent : openFileBlob(sent.path, sent.type);
}

let folder: string | undefined;

/** This process's folder for results, removed when the process exits. */
export function temporaryFolder(): string {
  if (folder !== undefined) return folder;
  const made = mkdtempSync(path.join(tmpdir(), 'bakkum-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  folder = made;
  return made;
}

/** Removes the files behind results that are no longer wanted; never a file that is not in our temporary folder. */
export async function discardStored(blobs: readonly Blob[]): Promise<void> {
  const ours = `${temporaryFolder()}${path.sep}`;
  const files = blobs.flatMap((blob) => paths.get(blob) ?? []).filter((file) => file.startsWith(ours));
  await Promise.all(files.map((file) => rm(file, { force: true })));
}

/** Removes what is in one of our folders but the files named by path. The folder may be missing: nothing was written. */
export async function removeExcept(of: string, kept: ReadonlySet<string>): Promise<void> {
  const names = await readdir(of).catch(() => []);
  const files = names.map((name) => path.join(of, name)).filter((file) => !kept.has(file));
  await Promise.all(files.map((file) => rm(file, { recursive: true, force: true })));
}
