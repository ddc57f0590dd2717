/** Takes results from the folder of an untrusted process. */
import { constants, createWriteStream } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { startOf } from '@bakkum/conversion/file-names';
import type { FromWorker, JobFile } from '@bakkum/conversion/workers/worker-protocol';
import { openFileBlob } from './file-blobs.node.ts';
import type { SentFromWorker } from './thread-messages.node.ts';

type Sent = Extract<SentFromWorker, { readonly type: 'progress' | 'done' | 'failed' }>;
type Done = Extract<Sent, { readonly type: 'done' }>;
type SentFile = Done['files'][number];

/** Whether a message of an untrusted process is one that it may send. An exception where it arrives would end our own process. */
export function isFromProcess(message: unknown): message is Sent {
  if (typeof message !== 'object' || message === null || !('type' in message)) return false;
  return message.type === 'progress' || message.type === 'done' || message.type === 'failed';
}

/** Maximum number of result files; no real conversion of one file has more. */
const MAX_FILES = 10_000;
/** Maximum length of a label, in UTF-16 units. It becomes a part of a file name and may be content of any length. */
const MAX_LABEL_LENGTH = 1000;
/** Opens without following links or waiting for pipes. Systems without one of these flags ignore it. */
const AS_IT_IS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Results are copied up to this many files and bytes; larger ones are worth the start of another process. */
const MAX_COPIED_FILES = 100;
const MAX_COPIED_BYTES = 64 * 1024 ** 2;
/** Copies up to this many bytes stay in memory. */
const MAX_BYTES_IN_MEMORY = 1024 ** 2;

/**
 * Takes the results of a process that has ended. Accepts only files in its folder, so that a compromised process cannot expose others. Too many files are a
 * failure of `engine`.
 * @throws Error when a result is anything else
 */
export async function takeResults(message: Done, folder: string, engine: string): Promise<FromWorker> {
  if (message.files.length > MAX_FILES) {
    const detail = `became ${message.files.length} files, more than ${MAX_FILES}`;
    return { type: 'failed', job: message.job, code: 'too-large', engine, detail };
  }
  const taken = await mapFiles(message, (file) =>
    withFile(file, folder, (_opened, { place }) => openFileBlob(place, file.blob.type)),
  );
  if (!taken) throw new Error('a result was not taken');
  return taken;
}

/**
 * Copies the results of a process that lives on, which can change its files at any time, into memory or to a folder that it cannot write.
 * @returns undefined if they are too many or too large, or on systems that do not tell where an open file is
 * @throws Error as `takeResults`
 */
export async function copyResults(message: Done, folder: string, to: string): Promise<FromWorker | undefined> {
  if (process.platform !== 'linux' || message.files.length > MAX_COPIED_FILES) return undefined;
  const room = { bytes: MAX_COPIED_BYTES, inMemory: MAX_BYTES_IN_MEMORY };
  const copy = (file: SentFile, index: number): Promise<Blob | undefined> =>
    withFile(file, folder, (opened, { bytes }) =>
      copyOf(opened, { bytes, type: file.blob.type, to: path.join(to, String(index)) }, room),
    );
  return mapFiles(message, copy);
}

type Room = { bytes: number; inMemory: number };
type Copied = { readonly bytes: number; readonly type: string; readonly to: string };

/** Copies an open file. It may have grown in the meantime, by any amount. */
async function copyOf(opened: FileHandle, { bytes, type, to }: Copied, room: Room): Promise<Blob | undefined> {
  room.bytes -= bytes;
  if (room.bytes < 0) return undefined;
  if (bytes <= room.inMemory) {
    room.inMemory -= bytes;
    return new Blob([await startOfFile(opened, bytes)], { type });
  }
  await copyStart(opened, bytes, to);
  return openFileBlob(to, type);
}

/** Takes the files one after the other; undefined if one is not taken. */
async function mapFiles(
  message: Done,
  take: (file: SentFile, index: number) => Promise<Blob | undefined>,
): Promise<FromWorker | undefined> {
  const taken = async (file: SentFile, index: number): Promise<JobFile | undefined> => {
    const short = withShortLabel(file);
    const blob = await take(short, index);
    return blob && { ...short, blob };
  };
  const [first, ...rest] = message.files;
  const start = await taken(first, 0);
  if (!start) return undefined;
  const files: [JobFile, ...JobFile[]] = [start];
  for (const [index, file] of rest.entries()) {
    const next = await taken(file, index + 1);
    if (!next) return undefined;
    files.push(next);
  }
  return { ...message, files };
}

function withShortLabel(file: SentFile): SentFile {
  const label: unknown = file.label;
  if (label === undefined) return file;
  if (typeof label !== 'string') throw new Error('a label is not a text');
  return { ...file, label: startOf(label, MAX_LABEL_LENGTH) };
}

type Facts = { readonly place: string; readonly bytes: number };

/** Opens a result and checks the opened file itself, as its path may lead elsewhere by now. */
async function withFile<T>(
  { blob }: SentFile,
  folder: string,
  act: (opened: FileHandle, facts: Facts) => Promise<T>,
): Promise<T> {
  if (blob instanceof Blob || !('path' in blob)) throw new Error('a result is not a file');
  const inside = `${await realpath(folder)}${path.sep}`;
  const opened = await open(blob.path, AS_IT_IS);
  try {
    const place = await placeOf(opened.fd, blob.path);
    const facts = await opened.stat();
    if (!facts.isFile() || !place.startsWith(inside)) throw new Error('a result is outside its folder');
    return await act(opened, { place, bytes: facts.size });
  } finally {
    await opened.close();
  }
}

async function startOfFile(from: FileHandle, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const content = new Uint8Array(bytes);
  let length = 0;
  while (length < bytes) {
    const { bytesRead } = await from.read(content, length, bytes - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return content.subarray(0, length);
}

/** Copies the first bytes of an open file. */
async function copyStart(from: FileHandle, bytes: number, to: string): Promise<void> {
  const copy = createWriteStream(to, { mode: 0o600, flags: 'wx' });
  const content = bytes === 0 ? [] : from.createReadStream({ start: 0, end: bytes - 1, autoClose: false });
  await pipeline(content, copy);
}

/** Returns the path of an open file, as Linux reports it. */
function placeOf(descriptor: number, name: string): Promise<string> {
  return process.platform === 'linux' ? readlink(`/proc/self/fd/${descriptor}`) : realpath(name);
}
