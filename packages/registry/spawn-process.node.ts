import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { lstat, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import type { CrashCode, WorkerLink } from '@bakkum/conversion/worker-protocol';
import type { NativeTools } from '@bakkum/native-programs/folder';
import { watchMemory } from '@bakkum/native-programs/memory-watch';
import { endGroup } from '@bakkum/native-programs/process';
import { type ShutProcess, shutCommandLine, shutEnvironment } from '@bakkum/native-programs/shut-process';
import { pathOf, temporaryFolder } from './file-blobs.node.ts';
import { inOrder, receiveFromWorker, type SentFromWorker, sendToWorker, type WorkerSetUp } from './thread-messages.node.ts';

/** The program's own tree, without what an installation keeps beside it: settings, data, the server. */
const ROOT = path.resolve(import.meta.dirname, '../..');
export const PROGRAM_FILES: readonly string[] = ['node_modules', 'packages', 'engines', 'formats', 'package.json'].map((name) =>
  path.join(ROOT, name),
);
const ENTRY = path.join(import.meta.dirname, 'process.node.ts');
/** What a process that died said last. */
const KEPT_LETTERS = 2000;

export type ProcessOptions = Pick<ShutProcess, 'sandbox' | 'canLimit' | 'limits'> & {
  /** Its folder, in which its inputs lie, and which is removed by whoever made it. */
  readonly folder: string;
  /** Of the engines' JavaScript, in megabytes; what WebAssembly has is not in it. */
  readonly heapMegabytes: number;
  /** Programs it may start. */
  readonly tools?: NativeTools;
};

/** A process that converts: a worker like others, which the system keeps apart, and whose memory is given back whole. */
export function spawnNodeProcess(options: ProcessOptions): WorkerLink {
  const child = start(options);
  let ended = false;
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-KEPT_LETTERS);
  });
  const end = (): void => {
    ended = true;
    unwatch();
    if (child.pid !== undefined) endGroup(child.pid);
  };
  let crash = (_detail: string, _code: CrashCode): void => undefined;
  const crashed = (detail: string, code: CrashCode = 'crashed'): void => {
    if (!ended) crash(`${detail} ${said.trim()}`.trim(), code);
    end();
  };
  const { memoryBytes } = options.limits;
  const unwatch = watchMemory(child.pid, memoryBytes, () =>
    crashed(`has more than ${memoryBytes} bytes in memory`, 'out-of-memory'),
  );
  child.once('error', (error) => crashed(error.message));
  child.once('exit', (code, signal) => crashed(`process ended with ${signal ?? String(code)}`));
  return {
    post: (message) => {
      // It may have ended meanwhile, which is told as its crash.
      if (child.connected) child.send(sendToWorker(message), () => undefined);
    },
    onMessage: (listener) => {
      const receive = inOrder(
        async (message: Parameters<typeof receiveFromWorker>[0]) => receiveFromWorker(await checked(message, options.folder)),
        listener,
        (error) => crashed(error instanceof Error ? error.message : String(error)),
      );
      child.on('message', (message: SentFromWorker) => {
        if (message.type === 'progress' || message.type === 'done' || message.type === 'failed') receive(message);
      });
    },
    onCrash: (listener) => {
      crash = listener;
    },
    discard: (files) => {
      for (const { blob } of files) void rm(pathOf(blob) ?? '', { force: true });
    },
    terminate: end,
  };
}

let keeping = false;
let kept: string | undefined;

/**
 * Compiled code of the program, which each process would compile anew: more than half of the time it takes to start. Written once, by
 * a process that is given no file; those that convert may only read it.
 */
function compiledCode(): string | undefined {
  if (!keeping) {
    keeping = true;
    const place = path.join(temporaryFolder(), 'compiled');
    mkdirSync(place, { recursive: true, mode: 0o700 });
    const env = { ...shutEnvironment(place), NODE_COMPILE_CACHE: place };
    const child = spawn(process.execPath, [ENTRY], { env, stdio: 'ignore' });
    child.once('error', () => undefined);
    child.once('exit', (code) => {
      if (code === 0) kept = place;
    });
    child.unref();
  }
  return kept !== undefined && existsSync(kept) ? kept : undefined;
}

function start({ folder, tools, heapMegabytes, ...shut }: ProcessOptions): ChildProcess {
  const compiled = compiledCode();
  const setUp: WorkerSetUp = { folder, ...(tools && { tools }) };
  const [program, ...args] = shutCommandLine({
    ...shut,
    folder,
    program: process.execPath,
    arguments: [`--max-old-space-size=${Math.floor(heapMegabytes)}`, ENTRY, JSON.stringify(setUp)],
    readable: [...PROGRAM_FILES, process.execPath, ...(compiled ? [compiled] : [])],
  });
  return spawn(program, args, {
    cwd: folder,
    env: { ...shutEnvironment(folder), ...(compiled && { NODE_COMPILE_CACHE: compiled }) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
    serialization: 'json',
  });
}

/** A result is a file in the folder of the process: one that was taken over must not have others handed out. */
async function checked<Message extends Parameters<typeof receiveFromWorker>[0]>(
  message: Message,
  folder: string,
): Promise<Message> {
  if (message.type !== 'done') return message;
  const inside = `${await realpath(folder)}${path.sep}`;
  for (const { blob } of message.files) {
    if (blob instanceof Blob || !('path' in blob)) throw new Error('a result is no file');
    const facts = await lstat(blob.path);
    if (!facts.isFile() || !(await realpath(blob.path)).startsWith(inside)) throw new Error('a result lies outside its folder');
  }
  return message;
}
