import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { RATINGS_MIGRATIONS } from './migrations.ts';
import { createRatings, RATING_LIMITS, type Ratings } from './ratings.ts';

let database: TestDatabase;
let time: Date;
let ratings: Ratings;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [RATINGS_MIGRATIONS]);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.query('delete from ratings.votes');
  time = new Date('2026-12-01T09:00:00Z');
  ratings = createRatings({ sql: database, secret: 's'.repeat(32), now: () => time });
});

const rate = (article: string, stars: number, place = '198.51.100.1', reader: string = randomUUID()) =>
  ratings.rate({ article, stars, reader }, place);

it('has no ratings before the first vote', async () => {
  expect((await ratings.all()).size).toBe(0);
});

it('averages all readers, each counted once with the latest vote', async () => {
  const reader = randomUUID();
  expect(await rate('hwp', 2, '198.51.100.1', reader)).toEqual({ stars: 2, votes: 1 });
  expect(await rate('hwp', 5, '198.51.100.2')).toEqual({ stars: 3.5, votes: 2 });
  expect(await rate('hwp', 4, '198.51.100.1', reader)).toEqual({ stars: 4.5, votes: 2 });
  expect(await ratings.all()).toEqual(new Map([['hwp', { stars: 4.5, votes: 2 }]]));
});

it('limits votes per network for one article and for all, until the next day', async () => {
  for (let count = 0; count < RATING_LIMITS.ofOneArticle; count++) expect(await rate('hwp', 5)).not.toBe('limited');
  expect(await rate('hwp', 5)).toBe('limited');
  for (let count = RATING_LIMITS.ofOneArticle; count < RATING_LIMITS.fromOnePlace; count++) {
    expect(await rate(`article-${count}`, 5)).not.toBe('limited');
  }
  expect(await rate('another', 5)).toBe('limited');
  expect(await rate('hwp', 5, '198.51.100.2')).not.toBe('limited');
  time = new Date(time.getTime() + 86_400_001);
  expect(await rate('hwp', 5)).not.toBe('limited');
});

it('limits votes per network that arrive at once', async () => {
  const votes = await Promise.all(Array.from({ length: 12 }, () => rate('hwp', 5)));
  expect(votes.filter((vote) => vote !== 'limited')).toHaveLength(RATING_LIMITS.ofOneArticle);
});

it('erases networks after a day, and never identifies the voter', async () => {
  const reader = randomUUID();
  await rate('hwp', 5, '198.51.100.1', reader);
  const [kept] = await database.query('select * from ratings.votes');
  expect(JSON.stringify(kept)).not.toMatch(new RegExp(`198\\.51|${reader}`));
  time = new Date(time.getTime() + 86_400_001);
  await ratings.tidy();
  expect(await database.query('select sender from ratings.votes')).toEqual([{ sender: null }]);
});
