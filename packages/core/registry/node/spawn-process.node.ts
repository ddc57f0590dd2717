import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CrashCode, FromWorker, ToWorker, WorkerLink } from '@bakkum/conversion/workers/worker-protocol';
import type { NativeTools } from '@bakkum/native-programs/folder';
import { memoryOf, watchMemory } from '@bakkum/native-programs/memory-watch';
import { endGroup, endTree } from '@bakkum/native-programs/process';
import { isAlive } from '@bakkum/native-programs/process-facts';
import {
  permissionArguments,
  type SandboxedProcess,
  sandboxCommandLine,
  sandboxEnvironment,
} from '@bakkum/native-programs/sandboxed-process';
import { pathOf, temporaryFolder } from './file-blobs.node.ts';
import { copyResults, isFromProcess, takeResults } from './process-results.node.ts';
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
  /** The only folder it can write. Removed by the caller after the process has ended. */
  readonly folder: string;
  /** Folder of its inputs, which it can only read. The caller may add files while it runs. */
  readonly inputs: string;
  /** Heap limit for the engines' JavaScript, in megabytes, without WebAssembly memory. */
  readonly heapMegabytes: number;
  /** Programs it may start. */
  readonly tools?: NativeTools;
};

/**
 * A process that converts files, one after another, isolated by the system. Small results are copied while it lives, so that it can
 * convert the next file. Before larger ones are read, it is ended, so that nothing changes them meanwhile.
 */
export class ConversionProcess {
  /** Engines it has run. Their instances and compiled code stay in its memory. */
  readonly engines = new Set<string>();
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #tree: ProcessTree;
  readonly #memoryBytes: number;
  #unwatch: (() => void) | undefined;
  readonly #endListeners: (() => void)[] = [];
  #attempt: Attempt | undefined;
  #isOver = false;
  #isDirty = false;
  #said = '';

  constructor(options: ProcessOptions) {
    this.#child = start(options);
    this.#folder = options.folder;
    this.#tree = treeOf(this.#child);
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-KEPT_CHARACTERS);
    });
    this.#memoryBytes = options.limits.memoryBytes;
    this.#child.once('error', (error) => this.#onEnd(error.message));
    this.#child.once('exit', (code, signal) => this.#onEnd(`process ended with ${signal ?? String(code)}`));
    this.#child.on('message', (message: unknown) => {
      if (!isFromProcess(message)) return;
      if (message.type === 'failed' && message.declined) this.#isDirty = false;
      this.#attempt?.receive(message);
    });
  }

  /** Whether it can run another attempt: it lives, and every earlier attempt succeeded or was declined before a program ran. */
  get isReusable(): boolean {
    return !this.#isOver && !this.#isDirty && this.#child.connected;
  }

  /** Resident memory in bytes, with the processes it started; 0 where it is unknown. */
  memoryBytes(): number {
    return this.#child.pid === undefined ? 0 : memoryOf(this.#child.pid);
  }

  /** Calls the listener when the process has ended, for any reason. */
  onEnd(listener: () => void): void {
    this.#endListeners.push(listener);
  }

  /** Ends it with everything it started, and resolves when all of it is gone. */
  end(): Promise<void> {
    this.#isOver = true;
    this.#unwatch?.();
    return this.#tree.ended();
  }

  /**
   * Returns a worker for the next attempt. Its `terminate` ends the process unless the attempt was declined, or succeeded and its results were copied.
   * @param results folder for the results, which the process cannot write
   */
  attempt(results: string): WorkerLink {
    this.#isDirty = true;
    this.#watchMemory();
    const attempt = createAttempt((message, engine) => this.#take(message, results, engine));
    this.#attempt = attempt;
    return {
      post: (message) => {
        if (message.type === 'run') for (const { engine } of message.steps) this.engines.add(engine);
        attempt.follow(message);
        // A process that has ended in the meantime is reported as crashed.
        if (this.#child.connected) this.#child.send(sendToWorker(message), () => undefined);
      },
      onMessage: (listener) => attempt.listen(listener, (detail) => this.#crash(detail)),
      onCrash: (listener) => {
        attempt.crashed = listener;
        if (this.#isOver) listener('the process has ended');
      },
      discard: (files) => {
        for (const { blob } of files) {
          const file = pathOf(blob);
          if (file !== undefined) void rm(file, { force: true });
        }
      },
      terminate: () => {
        this.#attempt = undefined;
        if (this.#isDirty) this.#endQuietly();
      },
    };
  }

  /** Starts with the first attempt: each check costs the server processor time, and a process without a file needs little memory. */
  #watchMemory(): void {
    if (this.#isOver) return;
    const mostBytes = this.#memoryBytes;
    const onTooMuch = (): void => this.#crash(`uses more than ${mostBytes} bytes of memory`, 'out-of-memory');
    this.#unwatch ??= watchMemory(this.#child.pid, { mostBytes, onTooMuch });
  }

  async #take(message: Done, results: string, engine: string): Promise<FromWorker> {
    const copied = await copyResults(message, this.#folder, results);
    if (copied) this.#isDirty = false;
    else await this.end();
    return copied ?? takeResults(message, this.#folder, engine);
  }

  #crash(detail: string, code: CrashCode = 'crashed'): void {
    if (!this.#isOver) this.#attempt?.crashed(`${detail} ${this.#said.trim()}`.trim(), code);
    this.#endQuietly();
  }

  /** A process that does not end is noticed when its folder is removed, which waits for its end. */
  #endQuietly(): void {
    this.end().catch(() => undefined);
  }

  #onEnd(detail: string): void {
    this.#crash(detail);
    for (const listener of this.#endListeners.splice(0)) listener();
  }
}

type Done = Extract<SentFromWorker, { readonly type: 'done' }>;

/** One attempt of a process: receives its messages until it has reported results. */
type Attempt = {
  crashed: (detail: string, code?: CrashCode) => void;
  /** Notes which engine makes the result. */
  follow(message: ToWorker): void;
  listen(listener: (message: FromWorker) => void, failed: (detail: string) => void): void;
  receive(message: Extract<SentFromWorker, { readonly type: 'progress' | 'done' | 'failed' }>): void;
};

function createAttempt(take: (message: Done, engine: string) => Promise<FromWorker>): Attempt {
  let hasResults = false;
  let engine = '';
  let inTurn: ((message: Parameters<typeof receiveFromWorker>[0]) => void) | undefined;
  return {
    crashed: () => undefined,
    follow(message) {
      if (message.type === 'run') engine = message.steps.at(-1)?.engine ?? '';
    },
    listen(listener, failed) {
      const read = (message: Parameters<typeof receiveFromWorker>[0]): Promise<FromWorker> =>
        message.type === 'done' ? take(message, engine) : receiveFromWorker(message);
      inTurn = inOrder(read, listener, (error) => failed(error instanceof Error ? error.message : String(error)));
    },
    receive(message) {
      if (hasResults) return;
      hasResults = message.type === 'done';
      inTurn?.(message);
    },
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
    if (group === undefined) resolve(); // it did not start
    child.once('exit', () => {
      if (group !== undefined) endGroup(group); // ends remaining background processes
      group = undefined; // the system may reuse the number from now on
      resolve();
    });
  });
  // Programs it started have separate process groups, as do sandboxed processes.
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

/** File that names only the user of this process. */
function accountsFile(): string {
  const file = path.join(temporaryFolder(), 'accounts');
  const ids = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`;
  if (!existsSync(file)) writeFileSync(file, `sandbox:x:${ids}::/:/usr/sbin/nologin\n`, { mode: 0o600 });
  return file;
}

function start({ folder, inputs, tools, heapMegabytes, ...shut }: ProcessOptions): ChildProcess {
  // Without a sandbox, a process could change the code of later ones.
  const compiled = shut.sandbox === 'bubblewrap' ? compiledCode() : undefined;
  const setUp: WorkerSetUp = { folder, lanes: 1, ...(tools && { tools }) };
  const readable = [...PROGRAM_FILES, process.execPath, inputs, ...(compiled ? [compiled] : [])];
  const permissions = permissionArguments({ folder, readable, compiledCode: compiled, startsPrograms: tools !== undefined });
  const [program, ...args] = sandboxCommandLine({
    ...shut,
    folder,
    program: process.execPath,
    arguments: [`--max-old-space-size=${Math.floor(heapMegabytes)}`, ...permissions, ENTRY, JSON.stringify(setUp)],
    readable,
    ...(tools && { accounts: accountsFile() }),
  });
  return spawn(program, args, {
    cwd: folder,
    env: { ...sandboxEnvironment(folder), ...(compiled && { NODE_COMPILE_CACHE: compiled }) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
    serialization: 'json',
  });
}
