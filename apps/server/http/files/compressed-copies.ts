/**
 * Compressed copies of large static files, made by a low-priority child process while the server runs. Copies are kept in a
 * folder between starts. Until a copy exists, the file is sent uncompressed.
 */
import { fork } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '../../observability/log.ts';
import {
  COPY_ENCODINGS,
  type CompressionJob,
  type CopyEncoding,
  copyName,
  type HashedFile,
  isCompressible,
} from './compression-job.ts';

const PROGRAM = new URL('./compress-assets.ts', import.meta.url);

export type CompressedCopies = {
  /** Absolute path of the copy, if there is one. */
  find(name: string, encoding: CopyEncoding): string | undefined;
  /**
   * Makes the missing copies in a child process and deletes copies of files that are no longer served.
   * @param reserveBytes bytes that copies leave free on the disk
   * @param onEnd called when the child process has ended
   * @returns function that stops early; finished copies stay, and the next start makes the rest
   */
  complete(files: readonly HashedFile[], log: Log, reserveBytes?: number, onEnd?: () => void): () => void;
};

/**
 * @param folder where copies are kept; made if missing
 * @throws when the folder cannot be made or read
 */
export function openCompressedCopies(folder: string): CompressedCopies {
  mkdirSync(folder, { recursive: true });
  const useful = new Set(readdirSync(folder).filter((copy) => isUseful(path.join(folder, copy))));
  return {
    find(name, encoding) {
      const copy = copyName(name, encoding);
      return useful.has(copy) ? path.join(folder, copy) : undefined;
    },
    complete(files, log, reserveBytes = 0, onEnd) {
      const job: CompressionJob = { folder, files: files.filter(isCompressible), reserveBytes };
      if (isComplete(job)) return () => undefined;
      const onCopy = (copy: string): void => {
        if (isUseful(path.join(folder, copy))) useful.add(copy);
      };
      return compressInChild(job, { onCopy, onEnd }, log);
    },
  };
}

type Listeners = { readonly onCopy: (copy: string) => void; readonly onEnd?: (() => void) | undefined };

function compressInChild(job: CompressionJob, { onCopy, onEnd }: Listeners, log: Log): () => void {
  const child = fork(PROGRAM, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.on('message', (copy) => {
    if (typeof copy === 'string') onCopy(copy);
  });
  child.on('error', (error) => log.error('compression-failed', { error: error.message }));
  child.on('exit', (code) => {
    if (code) log.error('compression-failed', { code });
    onEnd?.();
  });
  child.send(job);
  return () => void child.kill();
}

function isComplete({ folder, files }: CompressionJob): boolean {
  return files.every(({ name }) => COPY_ENCODINGS.every((encoding) => existsSync(path.join(folder, copyName(name, encoding)))));
}

/** An empty copy records that compression does not make the file smaller. */
function isUseful(copy: string): boolean {
  return (statSync(copy, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
