/** Notifications between the processes of a site: that jobs wait, and that jobs have changed. */
import { randomUUID } from 'node:crypto';
import type { Database, Subscription } from '@bakkum/database/database';
import type { Sql } from '@bakkum/database/sql';
import { z } from 'zod';

/** NOTIFY channel of all conversion jobs. */
const CHANNEL = 'bakkum_conversions';
/** Milliseconds after which a missing echo means that notifications do not arrive, as behind a pooler in transaction mode. */
const ECHO_MS = 5000;
/** Milliseconds until a connection without notifications is replaced again. */
const RECONNECT_MS = 30_000;
/** Milliseconds that changes of unfinished jobs may wait for others, so that short jobs announce only their end. */
const GATHER_MS = 250;
/** Messages of one statement. */
const BATCH_SIZE = 500;

/** A job that has changed. */
export type JobChange = { readonly id: string; readonly revision: number; readonly ended: boolean };

export type SignalListener = {
  readonly onWaiting?: () => void;
  readonly onChange?: (change: JobChange) => void;
  /** Called when notifications start to arrive. Earlier ones may be lost. */
  readonly onConnected?: () => void;
};

export type Signals = {
  /** Announces waiting jobs, which are already committed. */
  announceWaiting(): void;
  announceChange(change: JobChange): void;
  /** Listens in this process. The first listener opens the connection. Returns a function that unsubscribes. */
  listen(listener: SignalListener): () => void;
  /** Whether notifications arrive. While they do not, listeners have to poll. */
  isHeard(): boolean;
  /** Sends what is announced, and closes the connection. */
  close(): Promise<void>;
};

type Announcing = { readonly signals: Signals };

/** Announces waiting jobs once the transaction has committed. */
export function announceWaiting({ signals }: Announcing, sql: Sql): void {
  afterCommit(sql, () => signals.announceWaiting());
}

/** Columns of `conversions.jobs` that `announceChanges` reads. */
export const CHANGE_COLUMNS = 'id, revision, ended_at is not null or deleted_at is not null as ended';

const changeRows = z.array(z.object({ id: z.string(), revision: z.number(), ended: z.boolean() }));

/** Announces changed jobs once the transaction has committed. @param rows with `CHANGE_COLUMNS` */
export function announceChanges({ signals }: Announcing, sql: Sql, rows: unknown): void {
  for (const change of changeRows.parse(rows)) afterCommit(sql, () => signals.announceChange(change));
}

/** Announces a changed job once the transaction has committed. */
export function announceJob(parts: Announcing, sql: Sql, { id, revision, ended_at: end }: ChangedJob): void {
  afterCommit(sql, () => parts.signals.announceChange({ id, revision, ended: end !== null }));
}

type ChangedJob = { readonly id: string; readonly revision: number; readonly ended_at: Date | null };

/** Statements outside a transaction are committed when they return. */
function afterCommit(sql: Sql, work: () => void): void {
  if (sql.afterCommit) sql.afterCommit(work);
  else work();
}

type Parts = {
  readonly database: Database;
  readonly onProblem: (problem: { readonly event: string; readonly detail: string }) => void;
};

/** Opens the signals of a process. Losing one is harmless: listeners also poll now and then. */
export function openSignals(parts: Parts): Signals {
  return new DatabaseSignals(parts);
}

class DatabaseSignals implements Signals {
  readonly #parts: Parts;
  readonly #self = randomUUID().slice(0, 8);
  readonly #listeners = new Set<SignalListener>();
  #isWaitingAnnounced = false;
  readonly #changes = new Map<string, JobChange>();
  #gatherTimer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #subscription: Subscription | undefined;
  #isHeard = false;
  #echoTimer: NodeJS.Timeout | undefined;
  #isSilenceReported = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  isHeard(): boolean {
    return this.#isHeard;
  }

  announceWaiting(): void {
    this.#isWaitingAnnounced = true;
    for (const { onWaiting } of this.#listeners) onWaiting?.();
    this.#send();
  }

  announceChange(change: JobChange): void {
    const known = this.#changes.get(change.id);
    if (known && known.revision > change.revision) return;
    this.#changes.set(change.id, change);
    for (const { onChange } of this.#listeners) onChange?.(change);
    if (change.ended) this.#send();
    else this.#gatherTimer ??= setTimeout(() => this.#send(), GATHER_MS);
  }

  listen(listener: SignalListener): () => void {
    this.#listeners.add(listener);
    this.#subscription ??= this.#subscribe(this.#parts.database);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#send();
    await this.#sending;
    clearTimeout(this.#echoTimer);
    await this.#subscription?.close();
  }

  #subscribe(database: Database): Subscription {
    return database.listen(CHANNEL, {
      onMessage: (payload) => this.#hear(payload),
      onConnected: () => {
        this.#notify([`echo ${this.#self}`]).catch((error: Error) => this.#fallSilent(error.message));
        for (const { onConnected } of this.#listeners) onConnected?.();
      },
      onLost: (error) => this.#fallSilent(error.message),
    });
  }

  /** Sends all announcements together. Those made meanwhile follow in the next statement. */
  #send(): void {
    clearTimeout(this.#gatherTimer);
    this.#gatherTimer = undefined;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
      if (this.#hasMessages()) this.#send();
    });
  }

  #hasMessages(): boolean {
    return this.#isWaitingAnnounced || this.#changes.size > 0;
  }

  async #sendAll(): Promise<void> {
    // Announcements of the same moment share a statement.
    await Promise.resolve();
    while (this.#hasMessages()) {
      const changes = [...this.#changes.values()].slice(0, BATCH_SIZE);
      const waiting = this.#isWaitingAnnounced ? [`waiting ${this.#self}`] : [];
      this.#isWaitingAnnounced = false;
      for (const { id } of changes) this.#changes.delete(id);
      const changed = changes.map(
        ({ id, revision, ended }) => `changed ${this.#self} ${id} ${revision} ${ended ? 'ended' : 'open'}`,
      );
      try {
        await this.#notify([...waiting, ...changed]);
      } catch (error) {
        this.#parts.onProblem({ event: 'conversion-signals', detail: error instanceof Error ? error.message : 'unknown' });
      }
    }
  }

  async #notify(messages: readonly string[]): Promise<void> {
    if (this.#subscription) this.#echoTimer ??= setTimeout(() => this.#missEcho(), ECHO_MS);
    await this.#parts.database.run(`select pg_notify('${CHANNEL}', message) from unnest($1::text[]) as message`, [messages], {
      safely: false,
    });
  }

  #hear(payload: string): void {
    const [type, sender, id = '', revision, state] = payload.split(' ');
    if (sender === this.#self) {
      this.#isHeard = true;
      this.#isSilenceReported = false;
      clearTimeout(this.#echoTimer);
      this.#echoTimer = undefined;
    } else if (type === 'waiting') for (const { onWaiting } of this.#listeners) onWaiting?.();
    else if (type === 'changed')
      for (const { onChange } of this.#listeners) onChange?.({ id, revision: Number(revision), ended: state === 'ended' });
  }

  #missEcho(): void {
    const wait = this.#isSilenceReported ? RECONNECT_MS : 0;
    this.#fallSilent('PostgreSQL notifications do not arrive; the database is polled instead');
    this.#echoTimer = setTimeout(() => {
      this.#echoTimer = undefined;
      this.#subscription?.reconnect();
    }, wait);
  }

  #fallSilent(detail: string): void {
    this.#isHeard = false;
    clearTimeout(this.#echoTimer);
    this.#echoTimer = undefined;
    if (!this.#isSilenceReported) this.#parts.onProblem({ event: 'conversions-not-notified', detail });
    this.#isSilenceReported = true;
  }
}
