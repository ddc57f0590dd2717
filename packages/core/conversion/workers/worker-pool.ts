import type { CrashCode, FromWorker, WorkerLink } from './worker-protocol.ts';

/** A worker lent to one job. Listeners belong to the borrower and end with the loan. */
export type Loan = {
  readonly link: WorkerLink;
  onMessage?: (message: FromWorker) => void;
  onCrash?: (detail: string, code?: CrashCode) => void;
};

type Slot = Loan & { jobs: number; readonly engines: Set<string>; idleTimer?: ReturnType<typeof setTimeout> };

type PoolOptions = {
  readonly spawn: () => WorkerLink;
  readonly idleMs: number;
  readonly jobsPerWorker: number;
  /** Maximum bytes that all workers retain together; WebAssembly heaps never shrink. */
  readonly budgetBytes: number;
  /** Bytes a worker retains after running this engine. */
  readonly heldBytes: (engine: string) => number;
};

/**
 * Starts workers on demand, reuses warm ones, and terminates those that are idle, unhealthy, worn out or holding memory that
 * others need. The pool does not limit their number; admission does.
 */
export class WorkerPool {
  readonly #idle: Slot[] = [];
  readonly #lent = new Map<Loan, Slot>();
  readonly #options: PoolOptions;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Number of live workers, lent or idle. */
  get size(): number {
    return this.#idle.length + this.#lent.size;
  }

  /**
   * Returns the idle worker that has run most of these engines, or the most recently used among equals, so that an engine which
   * takes seconds to start and a gigabyte of memory is not loaded in two workers. If memory is short, the longest idle workers
   * are terminated.
   */
  borrow(engines: readonly string[]): Loan {
    const slot = this.#takeIdle(engines) ?? this.#start();
    clearTimeout(slot.idleTimer);
    slot.jobs += 1;
    for (const engine of engines) slot.engines.add(engine);
    this.#lent.set(slot, slot);
    for (const idle of [...this.#idle]) if (this.#held() > this.#options.budgetBytes) this.#drop(idle);
    return slot;
  }

  /** Whether an idle worker has run or started all of these engines. */
  holdsIdle(engines: readonly string[]): boolean {
    return this.#idle.some((slot) => engines.every((engine) => slot.engines.has(engine)));
  }

  /** Ends the loan. Terminates unhealthy and worn-out workers, because WebAssembly heaps grow and never shrink. */
  giveBack(loan: Loan, healthy: boolean): void {
    const slot = this.#lent.get(loan);
    if (!slot) return;
    this.#lent.delete(loan);
    delete slot.onMessage;
    if (!healthy || slot.jobs >= this.#options.jobsPerWorker) {
      slot.link.terminate();
      return;
    }
    slot.onCrash = () => this.#drop(slot);
    slot.idleTimer = setTimeout(() => this.#drop(slot), this.#options.idleMs);
    unref(slot.idleTimer);
    this.#idle.push(slot);
  }

  /** Terminates the idle workers. */
  dispose(): void {
    for (const slot of [...this.#idle]) this.#drop(slot);
  }

  #takeIdle(engines: readonly string[]): Slot | undefined {
    const known = (slot: Slot): number => engines.filter((engine) => slot.engines.has(engine)).length;
    const room = this.#options.budgetBytes - this.#heldBy(this.#lent.values());
    const fitting = this.#idle.filter((slot) => this.#heldWith(slot, engines) <= room || known(slot) === engines.length);
    const best = Math.max(...fitting.map(known));
    const taken = fitting.findLast((slot) => known(slot) === best);
    if (taken) this.#idle.splice(this.#idle.indexOf(taken), 1);
    return taken;
  }

  #held(): number {
    return this.#heldBy([...this.#idle, ...this.#lent.values()]);
  }

  #heldBy(slots: Iterable<Slot>): number {
    let bytes = 0;
    for (const slot of slots) bytes += this.#heldWith(slot, []);
    return bytes;
  }

  #heldWith({ engines }: Slot, more: readonly string[]): number {
    return [...new Set([...engines, ...more])].reduce((sum, engine) => sum + this.#options.heldBytes(engine), 0);
  }

  #start(): Slot {
    const slot: Slot = { link: this.#options.spawn(), jobs: 0, engines: new Set() };
    slot.link.onMessage((message) => slot.onMessage?.(message));
    slot.link.onCrash((detail, code) => slot.onCrash?.(detail, code));
    return slot;
  }

  #drop(slot: Slot): void {
    const at = this.#idle.indexOf(slot);
    if (at === -1) return;
    this.#idle.splice(at, 1);
    clearTimeout(slot.idleTimer);
    slot.link.terminate();
  }
}

/** In Node a pending timer would keep the process alive; a browser's timers are numbers. */
function unref(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') timer.unref();
}
