import type { Rating, RatingRequest } from '@bakkum/api-contract/ratings';
import { randomId } from '@bakkum/bytes/random-id';
import { storedText } from '../../../state/stored-text.ts';

/** The reader's ratings by article, and the id their votes are counted under; created with the first vote. */
const KEY = 'bakkum-ratings';
const ADDRESS = '/api/ratings';
const TOO_MANY = 429;

type Kept = { readonly reader: string; readonly stars: Readonly<Record<string, number>> };

export type Rated =
  | { readonly ok: true; readonly rating: Rating }
  | { readonly ok: false; readonly reason: 'limited' | 'failed' };

const stored = storedText(KEY);

export const subscribeToStars = stored.subscribe;

/** Returns the reader's rating; undefined without a vote. */
export function ownStars(article: string): number | undefined {
  return read()?.stars[article];
}

/** Sends the vote and stores it, until the page is left if storage is unavailable. Never rejects. */
export async function rateArticle(article: string, stars: number): Promise<Rated> {
  const kept = read() ?? { reader: randomId(), stars: {} };
  const vote: RatingRequest = { article, stars, reader: kept.reader };
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(ADDRESS, { method: 'POST', headers, body: JSON.stringify(vote) }).catch(() => undefined);
  if (!response?.ok) return { ok: false, reason: response?.status === TOO_MANY ? 'limited' : 'failed' };
  stored.write(JSON.stringify({ ...kept, stars: { ...kept.stars, [article]: stars } }));
  // The response of our own server.
  return { ok: true, rating: (await response.json()) as Rating };
}

function read(): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(stored.snapshot() || 'null');
    return isKept(kept) ? kept : undefined;
  } catch {
    return undefined; // storage holds other data
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null || !('reader' in value) || !('stars' in value)) return false;
  const { reader, stars } = value;
  return typeof reader === 'string' && typeof stars === 'object' && stars !== null;
}
