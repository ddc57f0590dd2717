import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDiskStore } from '@bakkum/blobs/disk-store';
import { createLedger } from '@bakkum/credits/ledger';
import { createTestDatabase, type TestDatabase } from '@bakkum/database/test-database';
import { startJobs } from '@bakkum/jobs/jobs';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { hasProgram } from '../../../tests/native.ts';
import { MIGRATIONS } from '../migrations.ts';
import type { AdminOptions } from './arguments.ts';
import { incidentsCommand } from './incidents.ts';

const EMAIL = 'mina@example.com';
const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-admin-'));
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresFolder'), MIGRATIONS);
  await database.query(
    "insert into accounts.users (name, email, first_name, last_name, locale) values ('Mina Kim', $1, 'Mina', 'Kim', 'ko')",
    [EMAIL],
  );
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** Runs `bakkum admin`. */
function admin(
  args: readonly string[],
  at: TestDatabase = database,
  limits: readonly string[] = [],
): Promise<{ code: number; out: string; err: string }> {
  const { user, database: name, host } = at.connection;
  const env = {
    ...process.env,
    npm_lifecycle_event: '',
    DATABASE_URL: `postgres://${user}@/${name}?host=${encodeURIComponent(host)}`,
    DATA_DIR: folder,
  };
  return new Promise((resolve) => {
    const [program = '', ...given] = [...limits, process.execPath, path.join(import.meta.dirname, '../admin.ts'), ...args];
    execFile(program, given, { env }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
}

it('grants credits once per reference and explains a balance', async () => {
  const grant = () => admin(['grant', EMAIL, '25', '--ref', 'ticket:7', '--note', 'sorry']);
  expect(await grant()).toMatchObject({ code: 0, out: expect.stringContaining('given: ticket:7\navailable\t25') });
  expect(await grant()).toMatchObject({ code: 0, out: expect.stringContaining('given before: ticket:7\navailable\t25') });
  expect(await admin(['grant', EMAIL, '30', '--ref', 'ticket:7'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('another grant'),
  });
  expect((await admin(['statement', EMAIL])).out).toMatch(
    /\tgrant\tissued → available\t25\tavailable 25\theld 0\toperator:ticket:7/,
  );
  expect((await admin(['account', EMAIL.toUpperCase()])).out).toMatch(/name\tMina Kim\n[\s\S]*total\t25/);
});

it('freezes and unfreezes an account', async () => {
  expect((await admin(['freeze', EMAIL])).out).toContain('frozen\ttrue');
  expect((await admin(['unfreeze', EMAIL])).out).toContain('frozen\tfalse');
});

it('lists jobs and retries failed ones', async () => {
  expect((await admin(['jobs'])).out).toMatch(/^kind\twaiting\trunning\tfailed\n/);
  const jobs = await startJobs({ database, works: false, onProblem: () => undefined });
  await jobs.send({ name: 'chore', data: z.object({}) }, {});
  await jobs.stop();
  expect((await admin(['jobs'])).out).toContain('chore\t1\t0\t0\n');
  await database.query("update jobs.job set state = 'failed' where name = 'chore'");
  expect((await admin(['jobs', 'retry', 'chore'])).out).toBe('1 jobs of chore are done again\n');
  expect((await admin(['jobs'])).out).toContain('chore\t1\t0\t0\n');
});

it('announces an incident on the status page in both languages', async () => {
  const words = { en: 'New disks', ko: '디스크 교체' };
  const incidents = (args: readonly string[], options: AdminOptions = {}) =>
    incidentsCommand({ database, clock: { now: () => new Date() }, args, options });
  await expect(incidents(['open', 'storage', 'maintenance'], { en: 'New disks' })).rejects.toThrow('both languages');
  await expect(incidents(['open', 'disks', 'maintenance'], words)).rejects.toThrow(
    'There is no service disks. Services: conversion',
  );
  await expect(incidents(['open', 'none', 'none'], { ...words, until: 'soon' })).rejects.toThrow('soon is no time');
  const { out } = await admin(['incidents', 'open', 'storage,mail', 'maintenance', '--en', words.en, '--ko', words.ko]);
  const number = /^Incident (\d+) is on the status page/.exec(out)?.[1] ?? '';
  expect(await incidents([])).toMatch(/\topen\t.*\tmaintenance\tstorage,mail\tNew disks \/ 디스크 교체$/);
  expect(await incidents(['update', number], { en: 'Half done.', ko: '절반 했어요.' })).toContain(`Incident ${number}`);
  expect(await incidents(['close', number])).toBe(`Incident ${number} is closed.`);
  expect(await incidents([])).toContain('\tresolved\t');
  await expect(incidents(['close', number])).rejects.toThrow(`Incident ${number} is over already.`);
  const planned = await incidents(['open', 'mail', 'maintenance'], { ...words, from: '2999-01-01T00:00Z' });
  const later = /\d+/.exec(planned)?.[0] ?? '';
  expect(await incidents([])).toMatch(new RegExp(`^${later}\tscheduled\t`, 'm'));
  await incidents(['close', later]);
  expect(await incidents([])).toMatch(new RegExp(`^${later}\tresolved\t`, 'm'));
  await expect(incidents(['close', '999'])).rejects.toThrow('no incident 999');
});

it('shows visitor statistics', async () => {
  await database.query(
    `insert into analytics.events (at, session, event, category, label, value, locale) values
       (now(), gen_random_uuid(), 'session_start', '', '', null, 'ko'),
       (now(), gen_random_uuid(), 'conversion_completed', '', 'heic-to-jpeg', 250, 'ko'),
       (now(), gen_random_uuid(), 'conversion_failed', 'corrupt', 'heic-to-jpeg', null, 'en')`,
  );
  const { out } = await admin(['analytics', '--days', '2']);
  expect(out).toMatch(/^Visits\n\d{4}-\d\d-\d\d +0\n\d{4}-\d\d-\d\d █{40} 1\n/);
  expect(out).toMatch(/heic-to-jpeg +0 +1 +1 +250\n/);
  expect(out).toMatch(/Failures by code\ncorrupt █{40} 1\n/);
});

it('tests the file storage', async () => {
  expect(await admin(['storage'])).toMatchObject({ code: 0, out: `Files are kept in ${path.join(folder, 'files')}.\n` });
});

it('counts emails and refuses an unknown account', async () => {
  expect(await admin(['account', 'nobody@example.com'])).toMatchObject({ code: 1, err: expect.stringContaining('Nobody has') });
  expect((await admin(['mail'])).out).toBe('queued\t0\nsent\t0\nfailed\t0\n');
});

it('refuses an invalid command in one line, before opening the database', async () => {
  const answer = await admin(['backup-files']);
  expect(answer).toEqual({
    code: 2,
    out: '',
    err: 'bakkum admin backup-files: FOLDER is missing. Run bakkum admin backup-files --help.\n',
  });
});

it('explains why a backup cannot be written', async () => {
  expect(await admin(['backup', '/dev/null/backup.gz'])).toMatchObject({
    code: 1,
    err: '/dev/null/backup.gz cannot be written: not a directory\n',
  });
  const file = path.join(folder, 'linked.gz');
  symlinkSync(path.join(folder, 'stolen'), `${file}.part`);
  expect(await admin(['backup', file])).toMatchObject({ code: 1, err: expect.stringContaining('linked.gz.part exists') });
  expect([existsSync(path.join(folder, 'stolen')), existsSync(file)]).toEqual([false, false]);
});

it.skipIf(!hasProgram('prlimit'))('does not wait for a disk that is full', async () => {
  const file = path.join(folder, 'large.gz');
  await database.query(
    `insert into contact.messages (name, email, subject, message, locale, at)
     select 'Mina', 'a@example.com', 'general', string_agg(md5(random()::text), ''), 'en', now() from generate_series(1, 20000)`,
  );
  const limited = await admin(['backup', file], database, ['prlimit', '--fsize=100000', '--']);
  await database.query('delete from contact.messages');
  expect(limited).toMatchObject({ code: 1, err: `${file} cannot be written: file too large\n` });
  expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
});

it('restores a backup into another database', async () => {
  const file = path.join(folder, 'backup.gz');
  expect(await admin(['backup', file])).toMatchObject({ code: 0, out: expect.stringContaining('rows written') });
  expect(readFileSync(file).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  const target = await createTestDatabase(inject('postgresFolder'), MIGRATIONS);
  expect(await admin(['restore', file], target)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/rows restored\. The books are right\./),
  });
  const [person] = await target.query('select id from accounts.users where email = $1', [EMAIL]);
  expect(await createLedger(target).balance(String(person?.['id']))).toMatchObject({ available: 25 });
  expect(await admin(['restore', path.join(folder, 'missing')], target)).toMatchObject({
    code: 1,
    err: expect.stringContaining('cannot be read'),
  });
  await target.close();
});

it('copies stored files to a folder and back', async () => {
  const [kept, outside] = [createDiskStore(path.join(folder, 'files')), path.join(folder, 'elsewhere')];
  await kept.put('results/one', new Uint8Array([1, 2, 3]), 3);
  expect((await admin(['backup-files', outside])).out).toBe('1 files copied, 3 bytes\n');
  expect((await admin(['backup-files', outside])).out).toBe('0 files copied, 0 bytes\n');
  await kept.remove('results/one');
  expect((await admin(['restore-files', outside])).out).toBe('1 files copied, 3 bytes\n');
  expect((await kept.get('results/one'))?.bytes).toBe(3);
});

it('reports contradictions in the ledger', async () => {
  expect(await admin(['audit'])).toMatchObject({ code: 0 });
  await database.query('update credits.accounts set available = available + 1');
  expect(await admin(['audit'])).toMatchObject({ code: 1, err: expect.stringContaining('account and its movements differ') });
  await database.query('update credits.accounts set available = available - 1');
});

it('shows contact messages without obeying or forging lines', async () => {
  const [row] = await database.query(
    `insert into contact.messages (name, email, subject, message, locale, sender, network, at)
     values ($1, 'a@example.com', 'general', $2, 'en', 's', 'n', now()) returning id`,
    ['Mina\n99\t2026-01-01\tanswered', '\u001b]52;c;cm0=\u0007 sets the clipboard\u009b2J'],
  );
  const [list, message] = [await admin(['contact']), await admin(['contact', String(row?.['id'])])];
  expect(list.out.trim().split('\n')).toHaveLength(1);
  expect(list.out).toContain('Mina 99 2026-01-01 answered');
  expect(message.out).toContain('\ufffd]52;c;cm0=\ufffd sets the clipboard\ufffd2J');
});
