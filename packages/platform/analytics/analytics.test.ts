import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Analytics, type CleanEvent, createAnalytics, MAX_EVENTS_PER_MINUTE } from './analytics.ts';
import { isBot } from './bots.ts';
import { ANALYTICS_MIGRATIONS } from './migrations.ts';
import { visitReport } from './report.ts';

const DAY_MS = 86_400_000;
const SESSION = randomUUID();
let database: TestDatabase;
let time: Date;
let analytics: Analytics;

const event = (given: Partial<CleanEvent>): CleanEvent => ({
  session: SESSION,
  event: 'page_view',
  category: '',
  label: '/converter',
  locale: 'en',
  ...given,
});
const converted = (pair: string, times = 1): readonly CleanEvent[] =>
  Array.from({ length: times }, () => event({ event: 'conversion_completed', label: pair, value: 200 }));

/** Sends the maximum number of events at once, from several network addresses. */
async function receive(events: readonly CleanEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += 100) {
    expect(await analytics.receive(events.slice(from, from + 100), `198.51.100.${from / 100}`)).toBe(true);
  }
}

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), [ANALYTICS_MIGRATIONS]);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.query('delete from analytics.events');
  await database.query('delete from analytics.days');
  time = new Date('2026-12-01T23:50:00Z');
  analytics = createAnalytics({ sql: database, now: () => time });
});

describe('days', () => {
  it('are totaled again until they end, including all days since the last run', async () => {
    await receive([event({ event: 'session_start' }), event({}), ...converted('jpeg-to-png')]);
    await analytics.sumUp();
    await receive([event({ session: randomUUID() }), ...converted('jpeg-to-png')]);
    time = new Date(time.getTime() + 2 * DAY_MS);
    await receive([event({ event: 'conversion_failed', category: 'corrupt', label: 'pdf-to-docx' })]);
    await analytics.sumUp();
    await analytics.sumUp();
    const report = await visitReport(database, time, 3);
    expect(report.days).toEqual([
      { day: '2026-12-01', visits: 1, views: 2, conversions: 2, failures: 0, downloads: 0 },
      { day: '2026-12-02', visits: 0, views: 0, conversions: 0, failures: 0, downloads: 0 },
      { day: '2026-12-03', visits: 0, views: 0, conversions: 0, failures: 1, downloads: 0 },
    ]);
    expect(report.pairs).toEqual([
      { pair: 'jpeg-to-png', started: 0, completed: 2, failed: 0, milliseconds: 200 },
      { pair: 'pdf-to-docx', started: 0, completed: 0, failed: 1 },
    ]);
    expect(report.failures).toEqual([{ label: 'corrupt', count: 1 }]);
    expect(report.pages).toEqual([{ label: '/converter', count: 2 }]);
  });

  it('are kept when single events are deleted after thirty days', async () => {
    await receive([event({})]);
    await analytics.sumUp();
    time = new Date(time.getTime() + 31 * DAY_MS);
    await analytics.tidy();
    await analytics.sumUp();
    expect(await database.query('select count(*)::int as events from analytics.events')).toEqual([{ events: 0 }]);
    expect((await visitReport(database, time, 40)).pages).toEqual([{ label: '/converter', count: 1 }]);
  });
});

it('averages the visits that ended', async () => {
  expect((await visitReport(database, time, 1)).visits).toEqual({ ended: 0 });
  const stats = { page_views: 4, conversions: 1, failures: 0, downloads: 1 };
  await receive([
    event({ event: 'session_end', value: 100, stats }),
    event({ event: 'session_end', value: 50, stats: { ...stats, page_views: 1, conversions: 0 } }),
  ]);
  expect((await visitReport(database, time, 1)).visits).toEqual({ ended: 2, seconds: 75, pages: 2.5, converted: 0.5 });
});

it('counts a visit once however often it reports its start', async () => {
  await receive([event({ event: 'session_start' }), event({ event: 'session_start' })]);
  await analytics.sumUp();
  expect((await visitReport(database, time, 1)).days).toMatchObject([{ visits: 1 }]);
});

describe('popular pairs', () => {
  it('are empty below the minimum number of conversions', async () => {
    await receive(converted('mp4-to-avi', 50));
    await analytics.sumUp();
    expect(await analytics.popularPairs()).toEqual([]);
  });

  it('are the most frequent recent conversions', async () => {
    await receive([...converted('mp4-to-avi', 50), ...converted('heic-to-jpeg', 160), ...converted('other', 10)]);
    await analytics.sumUp();
    expect(await analytics.popularPairs()).toEqual(['heic-to-jpeg', 'mp4-to-avi']);
    time = new Date(time.getTime() + 91 * DAY_MS);
    expect(await analytics.popularPairs()).toEqual([]);
  });
});

it('counts no more events per minute from one network address than a person can cause', async () => {
  const many = Array.from({ length: MAX_EVENTS_PER_MINUTE }, () => event({}));
  expect(await analytics.receive(many, '198.51.100.1')).toBe(true);
  expect(await analytics.receive([event({})], '198.51.100.1')).toBe(false);
  expect(await analytics.receive([event({})], '198.51.100.2')).toBe(true);
  time = new Date(time.getTime() + 60_000);
  expect(await analytics.receive([event({})], '198.51.100.1')).toBe(true);
});

describe('events of a day', () => {
  it('are limited in total and per network, also after a restart', async () => {
    const start = () => createAnalytics({ sql: database, now: () => time, daily: { all: 10, fromOneNetwork: 6 } });
    const limited = start();
    const send = (place: string, count: number, to = limited) =>
      to.receive(
        Array.from({ length: count }, () => event({})),
        place,
      );
    expect(await send('2001:db8:1:1::/64', 6)).toBe(true);
    expect(await send('2001:db8:1:2::/64', 1)).toBe(false);
    expect(await send('2001:db8:2:1::/64', 4)).toBe(true);
    expect(await send('198.51.100.1', 1)).toBe(false);
    expect(await send('198.51.100.1', 1, start())).toBe(false);
    time = new Date(time.getTime() + DAY_MS);
    expect(await send('198.51.100.1', 1)).toBe(true);
    expect(await database.query('select count(*)::int as events from analytics.events')).toEqual([{ events: 11 }]);
  });

  it('are not stored while the disk is almost full', async () => {
    let hasSpace = false;
    const careful = createAnalytics({ sql: database, now: () => time, hasSpace: () => Promise.resolve(hasSpace) });
    expect(await careful.receive([event({})], '198.51.100.1')).toBe(false);
    hasSpace = true;
    expect(await careful.receive([event({})], '198.51.100.1')).toBe(true);
  });
});

it('recognises bots by their user agent', () => {
  const bots = [
    undefined,
    '',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; Yeti/1.1; +https://naver.me/spd)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/153.0.0.0 Safari/537.36',
    'Mozilla/5.0 (compatible; Daumoa/4.0; +http://cs.daum.net/faq/15/4118.html?faqId=28966)',
    'Mozilla/5.0 (compatible; Daum/4.1; +http://cs.daum.net/faq/15/4118.html?faqId=28966)',
    'SomeBot; one',
    'curl/8.5.0',
  ];
  const people = [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 16; SM-S936N) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/140.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 KAKAOTALK 11.2.0',
    'Mozilla/5.0 (Linux; Android 14; SM-S921N; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 DaumApps/7.9.0 DaumDevice/mobile',
    'Mozilla/5.0 (Linux; Android 12; CUBOT P60) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 9; CUBOT Build/PPR1.180610.011) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 10; CUBOT_X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
  ];
  expect(bots.filter((name) => !isBot(name))).toEqual([]);
  expect(people.filter(isBot)).toEqual([]);
});
