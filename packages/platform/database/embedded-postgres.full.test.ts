import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { ensurePostgres, stopPostgres } from './embedded-postgres.ts';
import { packagedPrograms, withLibraryLinks } from './postgres-programs.ts';

/** Only this user may enter the folder, as with a clone in root's home. */
const parent = mkdtempSync(path.join(tmpdir(), 'bakkum-embedded-'));
const folder = path.join(parent, 'postgres');
const lockFile = path.join(folder, 'data/postmaster.pid');
const children: ChildProcess[] = [];

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await stopPostgres(folder);
  rmSync(parent, { recursive: true, force: true });
});

/** Another process that opens the database of that folder, reports how, and answers one query per line. */
function startProcess() {
  const program = `
    import { createInterface } from 'node:readline';
    import { openEmbeddedDatabase } from ${JSON.stringify(path.join(import.meta.dirname, 'embedded-database.ts'))};
    const database = await openEmbeddedDatabase({ folder: process.argv[1], migrations: [], poolSize: 2 });
    console.log('open');
    for await (const line of createInterface(process.stdin)) console.log(JSON.stringify(await database.query(line)));
    await database.close();
    console.log('closed');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    child,
    line: async (): Promise<string> => (await lines.next()).value ?? 'ended',
    async ask(query: string): Promise<string> {
      child.stdin.write(`${query}\n`);
      return this.line();
    },
    async stop(): Promise<string> {
      child.stdin.end();
      return this.line();
    },
  };
}

const pidOfServer = (): number => Number(readFileSync(lockFile, 'utf8').split('\n')[0]);

describe('processes on one folder', () => {
  let first: ReturnType<typeof startProcess>;
  let second: ReturnType<typeof startProcess>;

  beforeAll(async () => {
    first = startProcess();
    second = startProcess();
    expect(await Promise.all([first.line(), second.line()])).toEqual(['open', 'open']);
  });

  it('share one server when they start together', async () => {
    expect(await first.ask('create table note (n int)')).toBe('[]');
    expect(await second.ask('insert into note values (1) returning n')).toBe('[{"n":1}]');
    expect(await first.ask('select n from note')).toBe('[{"n":1}]');
  });

  it('leave it running for each other', async () => {
    expect(await second.stop()).toBe('closed');
    expect(await first.ask('select n from note')).toBe('[{"n":1}]');
  });

  it('take over the server of a killed process', async () => {
    const pid = pidOfServer();
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    expect(await ensurePostgres({ folder })).toMatchObject({ how: 'adopted', pid });
  });

  it('stop it when the last one leaves', async () => {
    const third = startProcess();
    expect(await third.line()).toBe('open');
    expect(await third.stop()).toBe('closed');
    expect(existsSync(lockFile)).toBe(false);
  });
});

it('find all data again after both were killed', async () => {
  const one = startProcess();
  expect(await one.line()).toBe('open');
  expect(await one.ask('insert into note values (2) returning n')).toBe('[{"n":2}]');
  process.kill(pidOfServer(), 'SIGKILL');
  one.child.kill('SIGKILL');
  await once(one.child, 'exit');
  const database = await openEmbeddedDatabase({ folder, migrations: [] });
  expect(await database.query('select n from note order by n')).toEqual([{ n: 1 }, { n: 2 }]);
  await database.close();
});

it('starts although the lock file names an unrelated process', async () => {
  writeFileSync(lockFile, `${process.pid}\n`);
  expect((await ensurePostgres({ folder })).how).toBe('started');
  await stopPostgres(folder);
});

it('restarts the server when it dies under a process that uses it', async () => {
  const lost: Error[] = [];
  const database = await openEmbeddedDatabase({ folder, migrations: [], onLost: (error) => lost.push(error) });
  process.kill(pidOfServer(), 'SIGKILL');
  const rows = () =>
    database.query('select n from note').then(
      (found) => found.length,
      () => 0,
    );
  await expect.poll(rows).toBe(2);
  expect(lost.length).toBeGreaterThan(0);
  await database.close();
});

it('stops the server it started when a migration fails', async () => {
  const broken = path.join(parent, 'broken');
  mkdirSync(broken);
  writeFileSync(path.join(broken, '0000_broken.sql'), 'create nonsense;');
  await expect(openEmbeddedDatabase({ folder, migrations: [{ name: 'broken', folder: broken }] })).rejects.toThrow(
    'Migration 0000_broken of migrations.broken failed',
  );
  expect(existsSync(lockFile)).toBe(false);
});

it('explains why the server does not start', async () => {
  await expect(ensurePostgres({ folder, settings: ['shared_buffers=nonsense'] })).rejects.toThrow(
    /PostgreSQL did not start[\s\S]*shared_buffers/,
  );
});

describe('the programs from npm', () => {
  it('get the library names they are looked up by', () => {
    const programs = packagedPrograms();
    if (!programs) throw new Error('npm brought no PostgreSQL to this machine');
    const copy = path.join(parent, 'package/native');
    mkdirSync(path.join(copy, 'bin'), { recursive: true });
    mkdirSync(path.join(copy, 'lib'));
    writeFileSync(path.join(copy, 'bin/postgres'), '');
    writeFileSync(path.join(copy, 'lib/liba.so.1.2'), 'library');
    const links = [
      { source: 'native/lib/liba.so.1.2', target: 'native/lib/liba.so.1' },
      { source: 'native/lib/liba.so.1.2', target: 'native/lib/liba.so' },
    ];
    writeFileSync(path.join(copy, 'pg-symlinks.json'), JSON.stringify(links));
    const given = { initdb: path.join(copy, 'bin/initdb'), postgres: path.join(copy, 'bin/postgres') };
    expect(withLibraryLinks(given, path.join(parent, 'unused'))).toEqual(given);
    expect(readFileSync(path.join(copy, 'lib/liba.so'), 'utf8')).toBe('library');
  });
});
