/** Status checks of a real server that loses its storage and its database. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StatusBoard } from '@bakkum/api-contract/status';
import { ensurePostgres, stopPostgres } from '@bakkum/database/embedded-postgres';
import { EMPTY_LIVE, type Live } from '@bakkum/site/live';
import { pageAt } from '@bakkum/site/pages';
import { createWatch, type Watch } from '@bakkum/status/watch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { startBackend } from '../../backend.ts';
import { readSettings, type Settings } from '../../config/settings.ts';
import type { RenderPage } from '../../http/pages.ts';
import { createLog } from '../../observability/log.ts';
import { closeServices, openServices, type Services } from '../../services.ts';
import { type OpenProbes, openProbes } from './probes.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-status-'));
const postgres = path.join(folder, 'own-postgres');
const files = path.join(folder, 'files');
const log = createLog('error', () => undefined);
const MINUTE_MS = 60_000;

let settings: Settings;
let services: Services;
let watch: Watch;
let opened: OpenProbes;
/** A time in the past. */
let time = new Date('2026-01-15T09:00:00Z');
let pageStatus = 200;
const askedFor = new Set<string>();
/** Starting a worker takes seconds on a busy machine, so only one round does. */
let isFirst = true;

/** Fake website that shows the status board. */
const render: RenderPage = (_, __, live) => Promise.resolve(Response.json((live as Live).status()));
const page = (address: string) => {
  askedFor.add(address);
  return Promise.resolve(new Response('<html></html>', { status: pageStatus }));
};

async function startDatabase(): Promise<string> {
  const { connection } = await ensurePostgres({ folder: postgres, settings: ['fsync=off'] });
  const { user, database, host } = connection;
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`;
}

beforeAll(async () => {
  const url = await startDatabase();
  settings = readSettings({ DATA_DIR: folder, DATABASE_URL: url, SITE_SECRET: 's'.repeat(40), SERVER_ROLE: 'web' });
  services = await openServices(settings, log);
  opened = openProbes(services, page);
  const { probes } = opened;
  watch = createWatch({
    sql: services.database,
    probes: {
      ...probes,
      conversion: (signal) =>
        isFirst ? (probes.conversion?.(signal) ?? Promise.reject(new Error('none'))) : Promise.resolve('good'),
    },
    onProblem: () => undefined,
    now: () => time,
    timeLimitMs: 60_000, // for busy machines
  });
});
afterAll(async () => {
  opened.close();
  await closeServices(services);
  await stopPostgres(postgres);
  rmSync(folder, { recursive: true, force: true });
});

/** Advances the checks by a minute. */
async function minute(): Promise<StatusBoard> {
  await watch.round();
  time = new Date(time.getTime() + MINUTE_MS);
  return watch.board();
}

const stateOf = (board: StatusBoard) => Object.fromEntries(board.services.map(({ id, status }) => [id, status]));

it('checks every service for real', async () => {
  expect(stateOf(await minute())).toEqual({
    conversion: 'operational',
    web: 'operational',
    storage: 'operational',
    authentication: 'operational',
    payment: 'operational', // the fake service of demo mode
    mail: 'operational',
    images: 'operational',
  });
  isFirst = false;
});

it('reports lost and recovered storage within a minute', async () => {
  renameSync(files, `${files}-away`);
  writeFileSync(files, 'no folder');
  expect(stateOf(await minute())).toMatchObject({ storage: 'outage', authentication: 'operational' });
  await minute();
  rmSync(files);
  renameSync(`${files}-away`, files);
  expect(await minute()).toMatchObject({ overall: 'operational', incidents: [{ services: ['storage'] }] });
  expect((await minute()).incidents).toMatchObject([{ services: ['storage'], closedAt: expect.any(String) }]);
});

it('renders an uncached page and reports failing pages', async () => {
  expect([...askedFor].map((path) => pageAt(path)?.fixed)).toEqual([false]);
  pageStatus = 500;
  expect(stateOf(await minute())).toMatchObject({ web: 'outage' });
  pageStatus = 200;
  expect(stateOf(await minute())).toMatchObject({ web: 'operational' });
});

it('reports a lost database from memory within a minute, and recovers', async () => {
  const before = watch.board();
  await stopPostgres(postgres);
  const without = await minute();
  expect(stateOf(without)).toMatchObject({ authentication: 'outage', storage: 'operational', conversion: 'operational' });
  expect(without.recordsFrom).toBeDefined();
  expect(without.incidents).toEqual(before.incidents);
  await minute();
  await startDatabase();
  const back = await minute();
  expect([back.overall, back.recordsFrom]).toEqual(['operational', undefined]);
  const day = back.services.find(({ id }) => id === 'authentication')?.days.at(-1);
  expect(day).toMatchObject({ bad: 2 });
  expect((await minute()).incidents[0]).toMatchObject({ services: ['authentication'], closedAt: expect.any(String) });
});

describe('the page', () => {
  it('and its feeds load without a database', async () => {
    const backend = startBackend({ ...settings, databaseUrl: 'postgres://nobody@127.0.0.1:1/none' }, log);
    const app = createApp({ settings, render, backend, log });
    const answer = await app.request('/status');
    expect([answer.status, await answer.json()]).toMatchObject([200, { overall: 'unknown' }]);
    const board = await app.request('/status/board.json');
    expect([board.status, await board.json()]).toMatchObject([200, { overall: 'unknown' }]);
    await expect(backend.opened).rejects.toThrow('ECONNREFUSED');
    expect((await app.request('/status')).status).toBe(200);
    expect((await app.request('/ko/status/feed.atom')).status).toBe(200);
  });

  it('has a feed with the time of the last check while there are no incidents', async () => {
    const board: StatusBoard = { ...watch.board(), incidents: [], checkedAt: '2026-01-15T09:00:00.000Z' };
    const backend = {
      ...startBackend(settings, log, new Promise(() => undefined)),
      live: () => ({ ...EMPTY_LIVE, status: () => board }),
    };
    const feed = await (await createApp({ settings, render, backend, log }).request('/status/feed.atom')).text();
    expect(feed).toContain('<updated>2026-01-15T09:00:00.000Z</updated>');
  });

  it("lists incidents in the feed's language", async () => {
    const backend = {
      ...startBackend(settings, log, new Promise(() => undefined)),
      live: () => ({ ...EMPTY_LIVE, status: watch.board }),
    };
    const app = createApp({ settings, render, backend, log });
    const feed = await (await app.request('/ko/status/feed.json')).json();
    expect(feed).toMatchObject({
      language: 'ko',
      items: [{ title: '로그인: 작동 확인 실패', tags: ['resolved'] }, { title: '파일 저장소: 작동 확인 실패' }],
    });
    const atom = await (await app.request('/status/feed.atom')).text();
    expect(atom).toMatch(
      /<feed xmlns="http:\/\/www.w3.org\/2005\/Atom" xml:lang="en">.*<title>Authentication: checks failed<\/title>/s,
    );
    expect(atom.match(/<entry>/g)).toHaveLength(2);
  });
});
