/** Decodes untrusted images, each in its own disposable process, sandboxed if the system supports it. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Admission } from '@bakkum/conversion/workers/admission';
import { watchMemory } from '@bakkum/native-programs/memory-watch';
import { endGroup } from '@bakkum/native-programs/process';
import {
  detectSandbox,
  permissionArguments,
  type SandboxedProcess,
  type SandboxSetting,
  sandboxCommandLine,
  sandboxEnvironment,
} from '@bakkum/native-programs/sandboxed-process';
import { makeWorkFolder } from '@bakkum/native-programs/work-folders';
import { type Decoded, type DecodingOrder, type ImageDecoder, maxPixels } from './decoded-image.ts';
import { readAnswer } from './decoder-answer.ts';
import type { ProcessOrder } from './decoding-process.ts';

export type DecoderOptions = {
  /** `off` disables the sandbox; otherwise it is used if the system supports it. */
  readonly sandbox: SandboxSetting;
  /** Memory limit of one process in bytes; images that need more are not decoded. */
  readonly memoryBytes: number;
  /** Number of parallel processes; other images wait. */
  readonly atOnce: number;
  /** Milliseconds from the start of the process to the pixels. */
  readonly deadlineMs: number;
  /** Receives the reason when a process exits without a result. */
  readonly onLost: (reason: string) => void;
  /** Called once if processes are not isolated although the setting asks for it. */
  readonly onUnprotected: () => void;
};

/** Enough for 64 million pixels in every accepted format. */
const DEFAULTS: DecoderOptions = {
  sandbox: 'auto',
  memoryBytes: 1.5 * 1024 ** 3,
  atOnce: 2,
  deadlineMs: 30_000,
  onLost: () => undefined,
  onUnprotected: () => undefined,
};

const ENTRY = fileURLToPath(new URL('./decoding-process.ts', import.meta.url));
const ROOT = path.resolve(import.meta.dirname, '../../../..');
const READABLE = [
  ...['node_modules', 'packages', 'package.json'].map((name) => path.join(ROOT, name)),
  path.dirname(ENTRY), // In a bundle, the entry is elsewhere.
  process.execPath,
];
/** A process that needs longer to start cannot start here. */
const START_MS = 30_000;
/** Twice the size of 64 million pixels with four channels of 16 bits. */
const MAX_DISK_BYTES = 1024 ** 3;
/** JavaScript heap only; pixels are stored outside it. */
const HEAP_MEGABYTES = 256;
const READY = 'ready\n';
const MAX_ANSWER_LENGTH = 4096;
const MAX_CHANNELS = 4;

type Walls = Pick<SandboxedProcess, 'sandbox' | 'canLimit'>;

/** Decodes in separate processes; an image is `unreadable` when its process is late or fails. */
export function createImageDecoder(options: Partial<DecoderOptions> = {}): ImageDecoder {
  const limits = { ...DEFAULTS, ...options };
  const admission = new Admission({ maxRunning: limits.atOnce, budgetBytes: limits.atOnce * limits.memoryBytes });
  let walls: Promise<Walls> | undefined;
  const within = (): Promise<Walls> => {
    walls ??= detectWalls();
    return walls;
  };
  const detectWalls = async (): Promise<Walls> => {
    try {
      const found = await wallsFor(limits.sandbox);
      if (found.sandbox === 'none' && limits.sandbox !== 'off') limits.onUnprotected();
      return found;
    } catch (error) {
      walls = undefined;
      throw error;
    }
  };
  return async (order, bytes) => {
    await admission.enter(limits.memoryBytes);
    try {
      return await inFolder(async (folder) => decodeApart({ order, bytes, folder, limits, walls: await within() }));
    } finally {
      admission.leave(limits.memoryBytes);
    }
  };
}

/** A private folder, because large images are rotated on disk. */
async function inFolder<Made>(work: (folder: string) => Promise<Made>): Promise<Made> {
  const folder = await makeWorkFolder('picture');
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function wallsFor(setting: SandboxSetting): Promise<Walls> {
  const found = await inFolder((folder) => detectSandbox(process.execPath, READABLE, folder));
  return setting === 'off' ? { ...found, sandbox: 'none' } : found;
}

type Decoding = {
  readonly order: DecodingOrder;
  readonly bytes: Uint8Array;
  readonly folder: string;
  readonly limits: DecoderOptions;
  readonly walls: Walls;
};

/** A process's answer, or in `lost` the reason why there is none. */
type Said = { readonly answer: Buffer } | { readonly lost: string };

async function decodeApart(decoding: Decoding): Promise<Decoded> {
  const said = await saidBy(start(decoding), decoding);
  if ('answer' in said) return readAnswer(decoding.order, said.answer);
  decoding.limits.onLost(said.lost);
  return { fault: 'unreadable', detail: said.lost };
}

/** Sends the image to the process and reads its complete output. Rejects when the process did not start. */
function saidBy(child: ChildProcessWithoutNullStreams, { order, bytes, limits }: Decoding): Promise<Said> {
  const most = READY.length + MAX_ANSWER_LENGTH + maxPixels(order) * MAX_CHANNELS;
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    let complaint = '';
    let lost: string | undefined;
    const stop = (reason: string): void => {
      lost ??= reason;
      if (child.pid !== undefined) endGroup(child.pid);
    };
    const isThere = (): boolean => length >= READY.length;
    let clock = setTimeout(() => stop('the process does not start'), START_MS);
    const unwatch = watchMemory(child.pid, { mostBytes: limits.memoryBytes, onTooMuch: () => stop('took too much memory') });
    child.stdout.once('data', () => {
      clearTimeout(clock);
      clock = setTimeout(() => stop('took too long'), limits.deadlineMs);
    });
    child.stdout.on('data', (part: Buffer) => {
      length += part.byteLength;
      if (length > most) stop('answered too much');
      else parts.push(part);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-MAX_ANSWER_LENGTH);
    });
    child.stdin.on('error', () => undefined); // The process ended before reading everything, which is reported below.
    child.stdin.write(bytes);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(clock);
      unwatch();
      if (code !== 0) lost ??= `the process ended with ${signal ?? String(code)} ${complaint.trim()}`;
      if (!isThere()) reject(new Error(`no picture can be decoded here: ${lost ?? 'the process said nothing'}`));
      else resolve(lost === undefined ? { answer: Buffer.concat(parts).subarray(READY.length) } : { lost });
    });
  });
}

function start({ order, bytes, folder, limits, walls }: Decoding): ChildProcessWithoutNullStreams {
  const told: ProcessOrder = { order, bytes: bytes.byteLength };
  const [program, ...args] = sandboxCommandLine({
    ...walls,
    folder,
    program: process.execPath,
    arguments: [
      `--max-old-space-size=${HEAP_MEGABYTES}`,
      ...permissionArguments({ folder, readable: READABLE, loadsAddons: true }),
      ENTRY,
      JSON.stringify(told),
    ],
    readable: READABLE,
    limits: {
      memoryBytes: limits.memoryBytes,
      fileBytes: MAX_DISK_BYTES,
      processorSeconds: ((START_MS + limits.deadlineMs) / 1000) * 4,
    },
  });
  return spawn(program, args, { cwd: folder, env: { ...sandboxEnvironment(folder) }, stdio: 'pipe', detached: true });
}
