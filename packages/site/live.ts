import type { Rating } from '@bakkum/api-contract/ratings';
import { SERVICE_IDS, type StatusBoard } from '@bakkum/api-contract/status';
import type { ApiDocument } from './api-document.ts';

/** What only a running installation knows and pages show. Answered from memory, so that a page never waits for a database. */
export type Live = {
  status(): StatusBoard;
  /** Pairs as `jpeg-to-png` in the order they are converted here; empty until there are enough to tell. The same array until it changes. */
  popularPairs(): readonly string[];
  /** By article; those that nobody rated are missing. */
  ratings(): ReadonlyMap<string, Rating>;
  /** How the conversion API describes itself, as it is served; undefined until the API is there. */
  apiDocument(): Promise<ApiDocument | undefined>;
  /** Changes when a page at that path of the default language would look different. */
  edition(path: string): string;
};

const NO_PAIRS: readonly string[] = [];

/** Before anything is known. */
export const NOTHING_KNOWN: Live = {
  status: () => ({
    at: new Date().toISOString(),
    overall: 'unknown',
    services: SERVICE_IDS.map((id) => ({ id, status: 'unknown', days: [] })),
    incidents: [],
  }),
  popularPairs: () => NO_PAIRS,
  ratings: () => new Map(),
  apiDocument: () => Promise.resolve(undefined),
  edition: () => '',
};
