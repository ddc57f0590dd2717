import type { Rating } from '@bakkum/api-contract/ratings';
import { SERVICE_IDS, type StatusBoard } from '@bakkum/api-contract/status';
import type { ApiDocument } from './api-document.ts';

/** Facts that only a running installation knows and pages show. Served from memory, so that a page never waits for a database. */
export type Live = {
  status(): StatusBoard;
  /**
   * Pairs such as `jpeg-to-png`, ordered by conversions here; empty until there is enough data. The same array until it changes.
   */
  popularPairs(): readonly string[];
  /** Ratings by article; unrated ones are missing. */
  ratings(): ReadonlyMap<string, Rating>;
  /** Returns the OpenAPI document of the conversion API; undefined until the API has started. */
  apiDocument(): Promise<ApiDocument | undefined>;
  /** Returns a value that changes when the page at that path of the default language would look different. */
  edition(path: string): string;
};

const NO_PAIRS: readonly string[] = [];

/** Used before any data is available. */
export const EMPTY_LIVE: Live = {
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
