/**
 * Keeps conversion processes and leases each to one owner at a time, so that files of different owners never share a process, and an
 * owner's next file finds its engines started.
 */
import { mkdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { WorkerLink } from '@bakkum/conversion/workers/worker-protocol';
import { makeWorkFolder } from '@bakkum/native-programs/work-folders';
import type { ConversionProcess } from './spawn-process.node.ts';

/** A process is replaced after this many files, because WebAssembly memory grows and never shrinks. */
const MAX_FILES = 40;
/** Milliseconds after which a process is not leased again. */
const MAX_AGE_MS = 600_000;
/** Milliseconds that an idle process waits for its owner's next file. */
const IDLE_MS = 60_000;
/** Number of processes started ahead of their owners, on machines with many cores. */
const MAX_SPARES = 4;

export type Lease = {
  /** Folder for input files, which conversions can only read. It is deleted when the conversion ends. */
  readonly inputs: string;
  /** Returns a worker for one attempt, in another process if the last attempt failed. */
  spawn(): WorkerLink;
  /**
   * Ends the conversion and deletes its inputs; its results stay until the lease is released. The process stays with its owner for a while
   * if every attempt succeeded, and may convert another file at once.
   * @param options.mayBeReused false if its memory may hold a secret
   */
  finish(options?: Reuse): Promise<void>;
  /** Deletes the results, and ends the conversion unless it has ended. */
  release(options?: Reuse): Promise<void>;
};

type Reuse = { readonly mayBeReused: boolean };

export type LeaseOptions = {
  /** Number of processes, leased or waiting for their owner. Spares are in addition. */
  readonly atOnce: number;
  /** Memory of a process in bytes above which it is ended with its lease. */
  readonly idleBytes: number;
  readonly start: (folders: { readonly folder: string; readonly inputs: string }) => ConversionProcess;
  /** Reports a process that does not end or a folder that cannot be deleted. */
  readonly onProblem: (error: unknown) => void;
};

/** A folder and the process that works in it. */
type Seat = {
  readonly root: string;
  readonly inputs: string;
  readonly results: string;
  readonly startedAt: number;
  process: ConversionProcess;
  owner?: string;
  attempts: number;
  files: number;
  /** Leases that are not released. */
  leases: number;
  hasEnded: boolean;
  idleTimer?: NodeJS.Timeout;
};

export class ProcessLeases {
  readonly #options: LeaseOptions;
  readonly #spares: Seat[] = [];
  readonly #idle: Seat[] = [];
  #busy = 0;
  #starting = 0;
  #isDisposed = false;

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  /**
   * Leases a process: one that the owner had before, preferably with these engines, or a spare.
   * @param engines that the files need
   */
  async lease(owner: string, engines: readonly string[]): Promise<Lease> {
    this.#busy += 1;
    let seat: Seat | undefined;
    try {
      const taken = this.#takeIdle(owner, engines) ?? (await this.#takeOther());
      seat = taken;
      clearTimeout(taken.idleTimer);
      taken.owner = owner;
      this.#addSpares();
      return await leaseOf(taken, startIn(this.#options), {
        finish: (inputs, mayBeReused) => this.#finish(taken, inputs, mayBeReused),
        release: (results) => this.#release(taken, results),
      });
    } catch (error) {
      this.#busy -= 1;
      if (seat) void this.#close(seat);
      throw error;
    }
  }

  /** Starts a process ahead of its first owner. */
  async prepare(): Promise<void> {
    this.#starting += 1;
    try {
      const seat = await this.#open();
      if (this.#isDisposed) return await this.#close(seat);
      this.#spares.push(seat);
      seat.process.onEnd(() => {
        if (this.#spares.includes(seat)) void this.#drop(seat);
      });
    } finally {
      this.#starting -= 1;
    }
  }

  /** Ends all processes. Leases that are not released yet end theirs. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await Promise.all([...this.#idle, ...this.#spares].map((seat) => this.#drop(seat)));
  }

  #takeIdle(owner: string, engines: readonly string[]): Seat | undefined {
    const known = (seat: Seat): number => engines.filter((engine) => seat.process.engines.has(engine)).length;
    const own = this.#idle.filter((seat) => seat.owner === owner && !isWorn(seat));
    const [best] = own.toSorted((one, other) => known(other) - known(one));
    if (best) this.#idle.splice(this.#idle.indexOf(best), 1);
    return best;
  }

  async #takeOther(): Promise<Seat> {
    // Processes that have been idle longest make room.
    for (const seat of this.#idle.slice(0, Math.max(0, this.#inUse() - this.#options.atOnce))) void this.#drop(seat);
    const spare = this.#spares.shift();
    if (spare?.process.isReusable) return spare;
    if (spare) void this.#close(spare);
    return this.#open();
  }

  #inUse(): number {
    return this.#busy + this.#idle.length;
  }

  #addSpares(): void {
    const missing = Math.min(this.#options.atOnce, MAX_SPARES) - this.#spares.length - this.#starting;
    for (let count = 0; count < missing; count += 1) this.prepare().catch(this.#options.onProblem);
  }

  async #finish(seat: Seat, inputs: string, mayBeReused: boolean): Promise<void> {
    this.#busy -= 1;
    const { atOnce, idleBytes } = this.#options;
    const isKept =
      mayBeReused && !this.#isDisposed && !isWorn(seat) && seat.process.memoryBytes() <= idleBytes && this.#inUse() < atOnce;
    // An input must not be in the folder of the owner's next conversion.
    const isRemoved = await this.#remove(inputs);
    if (!isKept || !isRemoved || this.#isDisposed) return this.#close(seat);
    this.#idle.push(seat);
    seat.idleTimer = setTimeout(() => void this.#drop(seat), IDLE_MS);
    seat.idleTimer.unref();
  }

  async #release(seat: Seat, results: readonly string[]): Promise<void> {
    for (const folder of results) await this.#remove(folder);
    seat.leases -= 1;
    await this.#removeEnded(seat);
  }

  async #remove(folder: string): Promise<boolean> {
    try {
      await rm(folder, { recursive: true, force: true });
      return true;
    } catch (error) {
      this.#options.onProblem(error);
      return false;
    }
  }

  async #open(): Promise<Seat> {
    const root = await makeWorkFolder('process');
    const [inputs, results] = [path.join(root, 'inputs'), path.join(root, 'results')];
    await Promise.all([mkdir(inputs, { mode: 0o700 }), mkdir(results, { mode: 0o700 })]);
    const seat = { root, inputs, results, startedAt: performance.now(), attempts: 0, files: 0, leases: 0, hasEnded: false };
    return { ...seat, process: startIn(this.#options)(seat) };
  }

  #drop(seat: Seat): Promise<void> {
    for (const list of [this.#idle, this.#spares]) if (list.includes(seat)) list.splice(list.indexOf(seat), 1);
    return this.#close(seat);
  }

  async #close(seat: Seat): Promise<void> {
    clearTimeout(seat.idleTimer);
    try {
      await seat.process.end();
    } catch (error) {
      this.#options.onProblem(error);
    }
    seat.hasEnded = true;
    await this.#removeEnded(seat);
  }

  /** Removes the folder of a seat when its process has ended, also when it refuses to, and its last results are stored. */
  async #removeEnded({ root, hasEnded, leases }: Seat): Promise<void> {
    if (hasEnded && leases === 0) await this.#remove(root);
  }
}

type Start = (seat: Pick<Seat, 'root' | 'inputs' | 'attempts'>) => ConversionProcess;

const startIn =
  ({ start }: LeaseOptions): Start =>
  ({ root, inputs, attempts }) => {
    const folder = path.join(root, `work-${attempts}`);
    mkdirSync(folder, { mode: 0o700 });
    return start({ folder, inputs });
  };

function isWorn({ process, files, startedAt }: Seat): boolean {
  return !process.isReusable || files >= MAX_FILES || performance.now() - startedAt >= MAX_AGE_MS;
}

type Ends = {
  readonly finish: (inputs: string, mayBeReused: boolean) => Promise<void>;
  readonly release: (results: readonly string[]) => Promise<void>;
};

async function leaseOf(seat: Seat, startAgain: Start, ends: Ends): Promise<Lease> {
  seat.files += 1;
  const inputs = path.join(seat.inputs, String(seat.files));
  await mkdir(inputs, { mode: 0o700 });
  seat.leases += 1;
  const results: string[] = [];
  let finished: Promise<void> | undefined;
  const finish: Lease['finish'] = ({ mayBeReused } = { mayBeReused: true }) => {
    finished ??= ends.finish(inputs, mayBeReused);
    return finished;
  };
  return {
    inputs,
    spawn() {
      seat.attempts += 1;
      if (!seat.process.isReusable) seat.process = startAgain(seat);
      const folder = path.join(seat.results, String(seat.attempts));
      mkdirSync(folder, { mode: 0o700 });
      results.push(folder);
      return seat.process.attempt(folder);
    },
    finish,
    async release(reuse) {
      await finish(reuse);
      await ends.release(results);
    },
  };
}
