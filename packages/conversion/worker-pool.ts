import type { CrashCode, FromWorker, WorkerLink } from './worker-protocol.ts';

/** A worker lent to one job. Listeners are the borrower's and end with the loan. */
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
  /** What all workers together may hold; their WebAssembly heaps stay as large as they once were. */
  readonly budgetBytes: number;
  /** What a worker holds that has run this engine. */
  readonly heldBytes: (engine: string) => number;
};

/**
 * Workers started when needed, reused while warm, ended when idle, unhealthy, worn out or in the way of others' memory. The pool
 * does not bound their number; whoever admits jobs does.
 */
export class WorkerPool {
  readonly #idle: Slot[] = [];
  readonly #lent = new Map<Loan, Slot>();
  readonly #options: PoolOptions;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Workers alive, lent or idle. */
  get size(): number {
    return this.#idle.length + this.#lent.size;
  }

  /**
   * The idle worker that has run most of these engines, of equals the last one given back: an engine that takes seconds to
   * start and a gigabyte to keep is not started in two workers when one has it. Where the memory would not do, those idle longest end.
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

  /** Whether an idle worker has run, or started, all of these engines. */
  holdsIdle(engines: readonly string[]): boolean {
    return this.#idle.some((slot) => engines.every((engine) => slot.engines.has(engine)));
  }

  /** Ends the loan. An unhealthy worker is terminated, a worn-out one too: WebAssembly heaps grow and never shrink. */
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

  /** Ends the idle workers. */
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

/** In Node a waiting timer would keep the process alive; a browser's timers are numbers. */
function unref(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') timer.unref();
}
