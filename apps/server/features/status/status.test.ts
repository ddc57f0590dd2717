/** The status of a real server whose storage and whose database are taken away. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StatusBoard } from '@bakkum/api-contract/status';
import { ensurePostgres, stopPostgres } from '@bakkum/database/embedded-postgres';
import { type Live, NOTHING_KNOWN } from '@bakkum/site/live';
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
/** In the past for whoever reads the feeds. */
let time = new Date('2026-01-15T09:00:00Z');
let pageStatus = 200;
const askedFor = new Set<string>();
/** Starting a worker takes a busy machine seconds, so only one round does. */
let isFirst = true;

/** Stands for the website: shows the board it is given. */
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
    timeLimitMs: 60_000, // of a busy machine
  });
});
afterAll(async () => {
  opened.close();
  await closeServices(services);
  await stopPostgres(postgres);
  rmSync(folder, { recursive: true, force: true });
});

/** A minute passes. */
async function minute(): Promise<StatusBoard> {
  await watch.round();
  time = new Date(time.getTime() + MINUTE_MS);
  return watch.board();
}

const stateOf = (board: StatusBoard) => Object.fromEntries(board.services.map(({ id, status }) => [id, status]));

it('every service of an installation is tried for real', async () => {
  expect(stateOf(await minute())).toEqual({
    conversion: 'operational',
    web: 'operational',
    storage: 'operational',
    authentication: 'operational',
    payment: 'operational', // the stand-in of demo mode
    mail: 'operational',
    images: 'operational',
  });
  isFirst = false;
});

it('says within a minute that the storage is gone, and that it is back', async () => {
  renameSync(files, `${files}-away`);
  writeFileSync(files, 'no folder');
  expect(stateOf(await minute())).toMatchObject({ storage: 'outage', authentication: 'operational' });
  await minute();
  rmSync(files);
  renameSync(`${files}-away`, files);
  expect(await minute()).toMatchObject({ overall: 'operational', incidents: [{ services: ['storage'] }] });
  expect((await minute()).incidents).toMatchObject([{ services: ['storage'], closedAt: expect.any(String) }]);
});

it('has a page made anew for it, and says when pages do not come', async () => {
  // Of an address with a query none is kept.
  expect([...askedFor]).toEqual([expect.stringMatching(/^\/converter\?./)]);
  pageStatus = 500;
  expect(stateOf(await minute())).toMatchObject({ web: 'outage' });
  pageStatus = 200;
  expect(stateOf(await minute())).toMatchObject({ web: 'operational' });
});

it('says within a minute that the database is gone, from memory, and recovers with it', async () => {
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
  it('and its feeds answer while there is no database at all', async () => {
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

  it('has a feed that says when the services were tried, while there is nothing else to say', async () => {
    const board: StatusBoard = { ...watch.board(), incidents: [], checkedAt: '2026-01-15T09:00:00.000Z' };
    const backend = {
      ...startBackend(settings, log, new Promise(() => undefined)),
      live: () => ({ ...NOTHING_KNOWN, status: () => board }),
    };
    const feed = await (await createApp({ settings, render, backend, log }).request('/status/feed.atom')).text();
    expect(feed).toContain('<updated>2026-01-15T09:00:00.000Z</updated>');
  });

  it('tells incidents to those who follow, in their language', async () => {
    const backend = {
      ...startBackend(settings, log, new Promise(() => undefined)),
      live: () => ({ ...NOTHING_KNOWN, status: watch.board }),
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
