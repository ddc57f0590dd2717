/** The state of the cloud page's queue, its owner, and functions to change it. */

import type { FormatView } from '@bakkum/api-contract/conversions/conversions';
import { CONVERSION_LIMITS, DEFAULT_RETENTION } from '@bakkum/api-contract/conversions/tiers';
import type { CloudFault } from '../../conversion-api/ask-server.ts';
import { createStore } from '../../state/create-store.ts';
import { ChosenTargets } from '../../targets/chosen-targets.ts';
import { lastTargets } from '../../targets/last-targets.ts';
import type { Refused } from '../../workbench/refused-notice.tsx';
import { atRest, type CloudItem, type CloudSettings, type Limits, type Stage } from './cloud-state.ts';

export type CloudQueue = {
  readonly items: readonly CloudItem[];
  readonly formats: readonly FormatView[];
  readonly settings: CloudSettings;
  /** Whether errors in the invited addresses are shown. */
  readonly peopleChecked: boolean;
  readonly limits: Limits;
  /** Storage used by the account, in bytes; undefined without one. */
  readonly used?: { readonly stored: number; readonly archived: number } | undefined;
  /** Files rejected from the last addition. */
  readonly refused: readonly Refused[];
  /** True when the whole last addition was rejected. */
  readonly nothingTaken: boolean;
  readonly running: boolean;
  /** Why the list could not be loaded from the server. */
  readonly listFault?: CloudFault | undefined;
  /** Why the formats could not be loaded. */
  readonly formatsFault?: CloudFault | undefined;
  /** Why the last retry, cancellation or deletion failed. */
  readonly fault?: CloudFault | undefined;
};

export const START: CloudQueue = {
  items: [],
  formats: [],
  settings: { storage: 'temporary', sharing: 'private', people: '', retention: DEFAULT_RETENTION, backup: false },
  peopleChecked: false,
  limits: CONVERSION_LIMITS.anonymous,
  refused: [],
  nothingTaken: false,
  running: false,
};

/** The id of the signed-in user; null for a visitor. */
export type QueueOwner = string | null;

/** Default targets of added files. */
export const chosenTargets = new ChosenTargets(lastTargets);
export const lastTargetOf = (from: string): string | undefined => chosenTargets.of(from);

const store = createStore(START);
let owner: QueueOwner | undefined;
let tenure = new AbortController();

export const { subscribe, isWatched, snapshot: currentQueue } = store;
/** Undefined until it is known. */
export const currentOwner = (): QueueOwner | undefined => owner;
/** Aborts when the queue changes its owner. */
export const ownerSignal = (): AbortSignal => tenure.signal;

export function set(changes: Partial<CloudQueue>): void {
  store.set({ ...currentQueue(), ...changes });
}

export function change(id: string, changes: Partial<CloudItem>): void {
  set({ items: currentQueue().items.map((item) => (item.id === id ? { ...item, ...changes } : item)) });
}

export const stageOf = (id: string, stage: Stage): void => change(id, { stage });
export const found = (id: string): CloudItem | undefined => currentQueue().items.find((item) => item.id === id);

export function setOwner(next: QueueOwner): void {
  owner = next;
}

/** @param keepsFiles keeps files that are not ordered yet, and the settings */
export function emptyQueue({ keepsFiles }: { readonly keepsFiles: boolean }): void {
  tenure.abort();
  tenure = new AbortController();
  const { items, settings, formats, formatsFault, running } = currentQueue();
  const kept = keepsFiles ? { items: items.filter(({ stage }) => stage.status !== 'job').map(atRest), settings } : {};
  // A running upload ends on its own and then resets `running`.
  store.set({ ...START, formats, formatsFault, running, ...kept });
}
