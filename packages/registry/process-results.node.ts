/** Takes results out of the folder of a process that nobody trusts, and that can do nothing any more. */
import { constants } from 'node:fs';
import { open, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { FromWorker, JobFile } from '@bakkum/conversion/worker-protocol';
import { openFileBlob } from './file-blobs.node.ts';
import type { SentFromWorker } from './thread-messages.node.ts';

type Done = Extract<SentFromWorker, { readonly type: 'done' }>;
type SentFile = Done['files'][number];

/** More pieces than this nobody asks one file to become. */
const MOST_FILES = 10_000;
/** A link is not followed, and a pipe not waited for. Systems without one of these have no such flag. */
const AS_IT_IS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Each result is a file in that folder: one that was taken over must not have others handed out. Too many are a failure of `engine`.
 * @throws Error when a result is something else
 */
export async function takeResults(message: Done, folder: string, engine: string): Promise<FromWorker> {
  if (message.files.length > MOST_FILES) {
    const detail = `became ${message.files.length} files, more than ${MOST_FILES}`;
    return { type: 'failed', job: message.job, code: 'too-large', engine, detail };
  }
  const inside = `${await realpath(folder)}${path.sep}`;
  const [first, ...rest] = message.files;
  const files: [JobFile, ...JobFile[]] = [await takeFile(first, inside)];
  for (const file of rest) files.push(await takeFile(file, inside));
  return { ...message, files };
}

/** What is looked at is what was opened, whatever its path leads to. */
async function takeFile(file: SentFile, inside: string): Promise<JobFile> {
  const { blob } = file;
  if (blob instanceof Blob || !('path' in blob)) throw new Error('a result is no file');
  const opened = await open(blob.path, AS_IT_IS);
  try {
    const place = await placeOf(opened.fd, blob.path);
    if (!(await opened.stat()).isFile() || !place.startsWith(inside)) throw new Error('a result lies outside its folder');
    return { ...file, blob: await openFileBlob(place, blob.type) };
  } finally {
    await opened.close();
  }
}

/** Linux knows where an open file lies. */
function placeOf(descriptor: number, name: string): Promise<string> {
  return process.platform === 'linux' ? readlink(`/proc/self/fd/${descriptor}`) : realpath(name);
}
