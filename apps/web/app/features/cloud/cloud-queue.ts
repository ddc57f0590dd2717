/** The queue of the cloud page as it stands, whose it is, and the ways to change it. */
import { CONVERSION_LIMITS, DEFAULT_RETENTION } from '@bakkum/api-contract/conversion-tiers';
import type { FormatView } from '@bakkum/api-contract/conversions';
import type { CloudFault } from '../../conversion-api/ask-server.ts';
import { atRest, type CloudItem, type CloudSettings, type Limits, type Stage } from './cloud-state.ts';

export type CloudQueue = {
  readonly items: readonly CloudItem[];
  readonly formats: readonly FormatView[];
  readonly settings: CloudSettings;
  /** Whether it is told what is wrong with the addresses in the settings. */
  readonly peopleChecked: boolean;
  readonly limits: Limits;
  /** Of the account, in bytes; undefined without one. */
  readonly used?: { readonly stored: number; readonly archived: number } | undefined;
  /** Names of files that were not taken: empty ones, and those over the limit. */
  readonly refused: readonly string[];
  readonly running: boolean;
  /** Why what the server has is not on the list. */
  readonly listFault?: CloudFault | undefined;
  /** Why formats are not known. */
  readonly formatsFault?: CloudFault | undefined;
  /** What failed of what was asked for last: a retry, a cancellation, a removal. */
  readonly fault?: CloudFault | undefined;
};

export const START: CloudQueue = {
  items: [],
  formats: [],
  settings: { storage: 'temporary', sharing: 'private', people: '', retention: DEFAULT_RETENTION, backup: false },
  peopleChecked: false,
  limits: CONVERSION_LIMITS.anonymous,
  refused: [],
  running: false,
};

/** The id of who is signed in; null for a visitor. */
export type QueueOwner = string | null;

let queue = START;
let owner: QueueOwner | undefined;
let tenure = new AbortController();
const listeners = new Set<() => void>();

export const queueNow = (): CloudQueue => queue;
/** Undefined until it is known. */
export const ownerNow = (): QueueOwner | undefined => owner;
/** Aborted when the queue becomes somebody else's. */
export const tenureNow = (): AbortSignal => tenure.signal;
export const isWatched = (): boolean => listeners.size > 0;

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function set(changes: Partial<CloudQueue>): void {
  queue = { ...queue, ...changes };
  for (const listener of listeners) listener();
}

export function change(id: string, changes: Partial<CloudItem>): void {
  set({ items: queue.items.map((item) => (item.id === id ? { ...item, ...changes } : item)) });
}

export const stageOf = (id: string, stage: Stage): void => change(id, { stage });
export const found = (id: string): CloudItem | undefined => queue.items.find((item) => item.id === id);

export function setOwner(next: QueueOwner): void {
  owner = next;
}

/** @param keepsFiles what is not ordered yet stays, and how it is to be sent */
export function emptyQueue({ keepsFiles }: { readonly keepsFiles: boolean }): void {
  tenure.abort();
  tenure = new AbortController();
  const { items, settings, formats, formatsFault, running } = queue;
  const kept = keepsFiles ? { items: items.filter(({ stage }) => stage.status !== 'job').map(atRest), settings } : {};
  // What was being sent ends by itself, and tells then that nothing runs.
  queue = { ...START, formats, formatsFault, running };
  set(kept);
}
