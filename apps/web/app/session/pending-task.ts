import { ownPath } from '@bakkum/api-contract/own-path';
import { storedText } from '../state/stored-text.ts';

/** An image order that starts after signing in. */
export type PendingOrder = {
  /** Idempotency key: the server runs the order once, whichever tab sends it. */
  readonly key: string;
  /** Credits that were shown when it was placed. It never starts for more. */
  readonly price: number;
};

/** What a person was doing when they were asked to sign in. Stored on this device until their address is confirmed. */
export type PendingTask = {
  /** The account that may resume it. Other people who use this browser must not. */
  readonly email: string;
  /** Path of this site, with query and hash. */
  readonly path: string;
  readonly order?: PendingOrder;
};

/** As long as the link that confirms an address. */
const LIFETIME_MS = 24 * 3600 * 1000;

const stored = storedText('bakkum-pending-task');

/** Replaces the pending task of this browser. */
export function keepPendingTask(task: PendingTask, now = Date.now()): void {
  stored.write(JSON.stringify({ ...task, email: normalised(task.email), expiresAt: now + LIFETIME_MS }));
}

/** Returns the pending task of an account. */
export function pendingTaskOf(email: string, now = Date.now()): PendingTask | undefined {
  const task = taskIn(stored.snapshot(), now);
  return task?.email === normalised(email) ? task : undefined;
}

/** Removes the pending task of an account and returns its order, which must then be sent or given up. */
export function takePendingOrder(email: string, now = Date.now()): PendingOrder | undefined {
  const task = pendingTaskOf(email, now);
  if (task?.order !== undefined) dropPendingTask(email, now);
  return task?.order;
}

/** Removes the pending task of an account. Tasks of other accounts stay. */
export function dropPendingTask(email: string, now = Date.now()): void {
  if (pendingTaskOf(email, now)) stored.write('');
}

const normalised = (email: string): string => email.trim().toLowerCase();

/** Returns the valid parts of stored data, which anything in this browser may have written. */
function taskIn(text: string, now: number): PendingTask | undefined {
  const { email, path, order, expiresAt } = fieldsOf(parsed(text));
  const own = typeof path === 'string' ? ownPath(path) : undefined;
  if (typeof email !== 'string' || own === undefined || typeof expiresAt !== 'number' || expiresAt <= now) return undefined;
  const { key, price } = fieldsOf(order);
  return { email, path: own, ...(typeof key === 'string' && typeof price === 'number' && { order: { key, price } }) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Empty, or data of another version.
    return undefined;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
