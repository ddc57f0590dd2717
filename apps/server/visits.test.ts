/** Tests page events and ratings over HTTP, and the live data that pages show. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createApi } from './api.ts';
import { readSettings } from './config/settings.ts';
import { createPopularity } from './features/status/live.ts';
import type { ApiApp } from './http/api-routes.ts';
import { createLog } from './observability/log.ts';
import { closeServices, openServices, type Services } from './services.ts';

const ORIGIN = 'https://bakkum.example';
const PERSON = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-visits-'));
const lines: string[] = [];
const log = createLog('debug', (line) => lines.push(line));
let database: TestDatabase;
let services: Services;
let api: ApiApp;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), []);
  const { user, database: name, host } = database.connection;
  const url = `postgres://${user}@/${name}?host=${encodeURIComponent(host)}`;
  const environment = {
    DATA_DIR: folder,
    DATABASE_URL: url,
    SITE_SECRET: 's'.repeat(40),
    PUBLIC_ORIGIN: ORIGIN,
    DEMO_PUBLIC: 'on',
    SERVER_ROLE: 'web',
    // A private address, which is refused without a request.
    VISITS_SHARED_URL: 'https://127.0.0.1:9/event',
  };
  services = await openServices(readSettings(environment), log);
  api = createApi(services, log);
});
afterAll(async () => {
  await closeServices(services);
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await database.query('delete from analytics.events');
  await database.query('delete from ratings.votes');
});

const post = async (address: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  api.request(address, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { Origin: ORIGIN, 'Content-Type': 'application/json', 'User-Agent': PERSON, ...headers },
  });
const event = (given: object = {}) => ({ event: 'page_view', session_id: randomUUID(), page_url: '/ko/converter', ...given });
const kept = () => database.query('select event, category, label, locale from analytics.events order by id');

describe('POST /api/analytics', () => {
  it('shares only events of visitors who agreed', async () => {
    const refused = () => lines.filter((line) => line.includes('visit-not-shared')).length;
    expect((await post('/api/analytics', event())).status).toBe(204);
    expect((await post('/api/analytics', event({ shared: true }), { DNT: '1' })).status).toBe(204);
    expect((await post('/api/analytics', event({ shared: true }))).status).toBe(204);
    await expect.poll(refused).toBe(1);
    expect(await kept()).toHaveLength(2);
  });

  it('accepts one event or several', async () => {
    const whole = {
      category: 'page',
      label: 'x',
      value: 1,
      user_id: 'user-1',
      timestamp: '2026-11-21T10:00:00Z',
      page_title: 'My taxes',
    };
    expect((await post('/api/analytics', event(whole))).status).toBe(204);
    expect((await post('/api/analytics', [event({ event: 'file_download', label: 'taxes.pdf' })])).status).toBe(204);
    expect(await kept()).toEqual([
      { event: 'page_view', category: '', label: '/converter', locale: 'ko' },
      { event: 'file_download', category: '', label: '', locale: 'ko' },
    ]);
    expect(lines.join()).not.toMatch(/taxes|user-1/);
  });

  it.each([
    ['Do Not Track', { DNT: '1' }],
    ['Global Privacy Control', { 'Sec-GPC': '1' }],
    ['a program', { 'User-Agent': 'Googlebot/2.1' }],
  ])('answers %s like everybody, and keeps nothing', async (_, headers) => {
    expect((await post('/api/analytics', event(), headers)).status).toBe(204);
    expect(await kept()).toEqual([]);
  });

  it.each([
    ['an unknown event', event({ event: 'keystroke' }), 422],
    ['too many at once', Array.from({ length: 21 }, () => event()), 422],
    ['a visit without a number', event({ session_id: 'mina' }), 422],
    ['a long label', event({ label: 'x'.repeat(1000) }), 422],
    ['what is too large', event({ page_title: 'x'.repeat(20_000) }), 413],
  ])('refuses %s', async (_, body, status) => {
    expect((await post('/api/analytics', body)).status).toBe(status);
    expect(await kept()).toEqual([]);
  });

  it('refuses requests from other sites', async () => {
    expect((await post('/api/analytics', event(), { Origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('POST /api/ratings', () => {
  const vote = (given: object = {}) => ({ article: 'pdf-or-docx', stars: 4, reader: randomUUID(), ...given });

  it('returns the rating of all readers', async () => {
    expect(await (await post('/api/ratings', vote())).json()).toEqual({ stars: 4, votes: 1 });
    expect(await (await post('/api/ratings', vote({ stars: 5 }))).json()).toEqual({ stars: 4.5, votes: 2 });
  });

  it('refuses unknown articles', async () => {
    expect((await post('/api/ratings', vote({ article: 'my-tax-return' }))).status).toBe(404);
    expect(await database.query('select article from ratings.votes')).toEqual([]);
  });

  it('refuses invalid votes and too many votes', async () => {
    for (const wrong of [{ stars: 6 }, { stars: 0 }, { stars: 4.5 }, { article: '../etc' }, { reader: 'me' }]) {
      expect((await post('/api/ratings', vote(wrong))).status).toBe(422);
    }
    for (let count = 0; count < 3; count++) expect((await post('/api/ratings', vote())).status).toBe(200);
    const limited = await post('/api/ratings', vote());
    expect([limited.status, limited.headers.get('Retry-After')]).toEqual([429, '86400']);
  });
});

describe('live data of pages', () => {
  it('keeps its edition while only unlisted pairs change rank', async () => {
    let pairs: readonly string[] = ['jpeg-to-png', 'qoi-to-pgm', 'cel-to-sgi'];
    const popularity = createPopularity(
      { ...services, analytics: { ...services.analytics, popularPairs: async () => pairs } },
      log,
    );
    await popularity.refresh();
    const before = popularity.shown.edition('/');
    const shown = popularity.shown.popularPairs();
    pairs = ['cel-to-sgi', 'jpeg-to-png', 'qoi-to-pgm'];
    await popularity.refresh();
    expect([popularity.shown.edition('/'), popularity.shown.popularPairs()]).toEqual([before, shown]);
    pairs = ['cel-to-sgi', 'heic-to-jpeg', 'jpeg-to-png'];
    await popularity.refresh();
    expect(popularity.shown.edition('/')).not.toBe(before);
  });

  it('changes its edition with ratings or popular pairs, on the pages that show them', async () => {
    const popularity = createPopularity(services, log);
    await popularity.refresh();
    const before = { article: popularity.shown.edition('/articles/pdf-or-docx'), home: popularity.shown.edition('/') };
    await post('/api/ratings', { article: 'pdf-or-docx', stars: 5, reader: randomUUID() });
    await popularity.refresh();
    expect(popularity.shown.ratings().get('pdf-or-docx')).toEqual({ stars: 5, votes: 1 });
    expect(popularity.shown.edition('/articles/pdf-or-docx')).not.toBe(before.article);
    expect(popularity.shown.edition('/')).toBe(before.home);
    await database.query(
      "insert into analytics.days values (current_date, 'conversion_completed', '', 'heic-to-jpeg', 'ko', 300, 9, 0)",
    );
    await popularity.refresh();
    expect(popularity.shown.popularPairs()).toEqual(['heic-to-jpeg']);
    expect(popularity.shown.edition('/')).not.toBe(before.home);
    const same = popularity.shown.popularPairs();
    await popularity.refresh();
    expect(popularity.shown.popularPairs()).toBe(same);
  });

  it('keeps the last known data without a database', async () => {
    const fails = () => Promise.reject(new Error('no connection'));
    const popularity = createPopularity(
      { analytics: { ...services.analytics, popularPairs: fails }, ratings: { ...services.ratings, all: fails } },
      log,
    );
    await popularity.refresh();
    expect([popularity.shown.popularPairs(), popularity.shown.ratings().size]).toEqual([[], 0]);
  });
});
