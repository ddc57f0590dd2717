/** Reads results from the folder of an untrusted process that has already ended. */
import { constants } from 'node:fs';
import { open, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { FromWorker, JobFile } from '@bakkum/conversion/worker-protocol';
import { openFileBlob } from './file-blobs.node.ts';
import type { SentFromWorker } from './thread-messages.node.ts';

type Done = Extract<SentFromWorker, { readonly type: 'done' }>;
type SentFile = Done['files'][number];

/** Maximum number of result files; no real conversion of one file has more. */
const MAX_FILES = 10_000;
/** Opens without following links or waiting for pipes. Systems without one of these flags ignore it. */
const AS_IT_IS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Accepts only results that are files in the folder, so that a compromised process cannot expose others. Too many files are a
 * failure of `engine`.
 * @throws Error when a result is anything else
 */
export async function takeResults(message: Done, folder: string, engine: string): Promise<FromWorker> {
  if (message.files.length > MAX_FILES) {
    const detail = `became ${message.files.length} files, more than ${MAX_FILES}`;
    return { type: 'failed', job: message.job, code: 'too-large', engine, detail };
  }
  const inside = `${await realpath(folder)}${path.sep}`;
  const [first, ...rest] = message.files;
  const files: [JobFile, ...JobFile[]] = [await takeFile(first, inside)];
  for (const file of rest) files.push(await takeFile(file, inside));
  return { ...message, files };
}

/** Checks the opened file itself, as its path may lead elsewhere by now. */
async function takeFile(file: SentFile, inside: string): Promise<JobFile> {
  const { blob } = file;
  if (blob instanceof Blob || !('path' in blob)) throw new Error('a result is not a file');
  const opened = await open(blob.path, AS_IT_IS);
  try {
    const place = await placeOf(opened.fd, blob.path);
    if (!(await opened.stat()).isFile() || !place.startsWith(inside)) throw new Error('a result is outside its folder');
    return { ...file, blob: await openFileBlob(place, blob.type) };
  } finally {
    await opened.close();
  }
}

/** Returns the path of an open file, as Linux reports it. */
function placeOf(descriptor: number, name: string): Promise<string> {
  return process.platform === 'linux' ? readlink(`/proc/self/fd/${descriptor}`) : realpath(name);
}
