import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CrashCode, FromWorker, WorkerLink } from '@bakkum/conversion/worker-protocol';
import type { NativeTools } from '@bakkum/native-programs/folder';
import { watchMemory } from '@bakkum/native-programs/memory-watch';
import { endGroup, endTree } from '@bakkum/native-programs/process';
import { isAlive } from '@bakkum/native-programs/process-facts';
import {
  permissionArguments,
  type SandboxedProcess,
  sandboxCommandLine,
  sandboxEnvironment,
} from '@bakkum/native-programs/sandboxed-process';
import { pathOf, temporaryFolder } from './file-blobs.node.ts';
import { takeResults } from './process-results.node.ts';
import { inOrder, receiveFromWorker, type SentFromWorker, sendToWorker, type WorkerSetUp } from './thread-messages.node.ts';

const ENTRY = fileURLToPath(new URL('./process.node.ts', import.meta.url));
/** The program's own source tree, without the files an installation keeps next to it: settings, data, the server. */
const ROOT = path.resolve(import.meta.dirname, '../../../..');
export const PROGRAM_FILES: readonly string[] = [
  ...['node_modules', 'packages', 'engines', 'formats', 'package.json'].map((name) => path.join(ROOT, name)),
  path.dirname(ENTRY), // in a bundle, the entry is elsewhere
];
/** Number of characters kept from the last output of a process. */
const KEPT_CHARACTERS = 2000;
/** Milliseconds between two checks for the end of a process, which comes once its memory is freed. */
const END_LOOK_MS = 2;
const MAX_POLLS = 5000;

export type ProcessOptions = Pick<SandboxedProcess, 'sandbox' | 'canLimit' | 'limits'> & {
  /** Folder with its inputs, which the caller creates and removes. */
  readonly folder: string;
  /** Heap limit for the engines' JavaScript, in megabytes, without WebAssembly memory. */
  readonly heapMegabytes: number;
  /** Programs it may start. */
  readonly tools?: NativeTools;
};

/**
 * Starts a process that converts one file: a worker like others, isolated by the system, whose memory is freed completely. It is
 * ended once it has reported its results, so that nothing changes them while they are read.
 */
export function spawnNodeProcess(options: ProcessOptions): WorkerLink {
  const child = start(options);
  const tree = treeOf(child);
  let isOver = false;
  let hasResults = false;
  let engine = '';
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-KEPT_CHARACTERS);
  });
  const end = (): void => {
    isOver = true;
    unwatch();
    tree.end();
  };
  let crash = (_detail: string, _code: CrashCode): void => undefined;
  const crashed = (detail: string, code: CrashCode = 'crashed'): void => {
    if (!isOver) crash(`${detail} ${said.trim()}`.trim(), code);
    end();
  };
  const { memoryBytes } = options.limits;
  const unwatch = watchMemory(child.pid, memoryBytes, () =>
    crashed(`uses more than ${memoryBytes} bytes of memory`, 'out-of-memory'),
  );
  child.once('error', (error) => crashed(error.message));
  child.once('exit', (code, signal) => {
    if (!hasResults) crashed(`process ended with ${signal ?? String(code)}`);
  });
  const received = async (message: Parameters<typeof receiveFromWorker>[0]): Promise<FromWorker> => {
    if (message.type !== 'done') return receiveFromWorker(message);
    unwatch();
    await tree.ended();
    return takeResults(message, options.folder, engine);
  };
  return {
    post: (message) => {
      if (message.type === 'run') engine = message.steps.at(-1)?.engine ?? '';
      // A process that has ended in the meantime is reported as crashed.
      if (child.connected) child.send(sendToWorker(message), () => undefined);
    },
    onMessage: (listener) => {
      const failed = (error: unknown): void => crashed(error instanceof Error ? error.message : String(error));
      const receive = inOrder(received, listener, failed);
      child.on('message', (message: SentFromWorker) => {
        if (hasResults || (message.type !== 'progress' && message.type !== 'done' && message.type !== 'failed')) return;
        hasResults = message.type === 'done';
        receive(message);
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

type ProcessTree = {
  end(): void;
  /** Ends the process and resolves when all of its processes are gone. */
  ended(): Promise<void>;
};

/** A process and its descendants. */
function treeOf(child: ChildProcess): ProcessTree {
  let group = child.pid;
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => {
      if (group !== undefined) endGroup(group); // ends remaining background processes
      group = undefined; // the system may reuse the number from now on
      resolve();
    });
  });
  // Programs it started have process groups of their own, as do sandboxed processes.
  const end = (): readonly number[] => (group === undefined ? [] : endTree(group));
  return {
    end,
    async ended() {
      const below = end();
      await gone;
      for (let looks = 0; below.some(isAlive); looks += 1) {
        if (looks > MAX_POLLS) throw new Error('its processes do not end');
        await passed(END_LOOK_MS);
      }
    },
  };
}

let keeping = false;
let kept: string | undefined;

/**
 * Folder with the compiled code of the program; compiling it again would take more than half of a process's start time. A process
 * without a file writes it once; converting processes can only read it.
 */
function compiledCode(): string | undefined {
  if (!keeping) {
    keeping = true;
    const place = path.join(temporaryFolder(), 'compiled');
    mkdirSync(place, { recursive: true, mode: 0o700 });
    const env = { ...sandboxEnvironment(place), NODE_COMPILE_CACHE: place };
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
  const readable = [...PROGRAM_FILES, process.execPath, ...(compiled ? [compiled] : [])];
  const permissions = permissionArguments({ folder, readable, startsPrograms: tools !== undefined });
  const [program, ...args] = sandboxCommandLine({
    ...shut,
    folder,
    program: process.execPath,
    arguments: [`--max-old-space-size=${Math.floor(heapMegabytes)}`, ...permissions, ENTRY, JSON.stringify(setUp)],
    readable,
  });
  return spawn(program, args, {
    cwd: folder,
    env: { ...sandboxEnvironment(folder), ...(compiled && { NODE_COMPILE_CACHE: compiled }) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
    serialization: 'json',
  });
}
