import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Database, DatabaseUnavailable } from './database.ts';
import { openInProcess } from './in-process-database.ts';
import { type Migrations, migrate, readMigrations } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-migrate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FIRST = 'create table word (text text primary key);';
const SECOND = "insert into word values ('first');\n--> statement-breakpoint\ncreate table count (n bigint not null);";
const THIRD = "insert into word values ('third');";
let folders = 0;

function migrationsOf(...texts: readonly string[]): Migrations {
  folders += 1;
  const place = path.join(folder, String(folders));
  mkdirSync(place);
  for (const [index, text] of texts.entries()) writeFileSync(path.join(place, `000${index}_step.sql`), text);
  return { name: 'words', folder: place };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The table as drizzle-orm 0.45 created it. */
async function recordAsDrizzle(database: Database, ...texts: readonly string[]): Promise<void> {
  await database.run(
    `create schema if not exists "migrations";
     create table if not exists "migrations"."words" (id serial primary key, hash text not null, created_at bigint);`,
  );
  for (const [index, text] of texts.entries()) {
    for (const statement of text.split('--> statement-breakpoint')) await database.run(statement);
    await database.query('insert into "migrations"."words" ("hash", "created_at") values ($1, $2)', [
      hashOf(text),
      1_795_255_200_000 + index,
    ]);
  }
}

const wordsIn = (database: Database) => database.query('select text from word order by text');
const recordedIn = (database: Database) => database.query('select name, hash from migrations.words order by id');
const recordOf = (...texts: readonly string[]) => texts.map((text, index) => ({ name: `000${index}_step`, hash: hashOf(text) }));

describe('migrations', () => {
  let database: TestDatabase;
  let client: pg.Client;
  beforeEach(async () => {
    database = await createTestDatabase(inject('postgresFolder'), []);
    client = new pg.Client(database.connection);
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await database.close();
  });
  const apply = (...texts: readonly string[]) => migrate(client, [migrationsOf(...texts)]);

  it('are applied once and recorded by name and hash', async () => {
    await apply(FIRST, SECOND);
    await apply(FIRST, SECOND);
    expect(await wordsIn(database)).toEqual([{ text: 'first' }]);
    await apply(FIRST, SECOND, THIRD);
    expect(await wordsIn(database)).toEqual([{ text: 'first' }, { text: 'third' }]);
    expect(await recordedIn(database)).toEqual(recordOf(FIRST, SECOND, THIRD));
  });

  it('recognise those applied by drizzle', async () => {
    await recordAsDrizzle(database, FIRST, SECOND);
    await apply(FIRST, SECOND, THIRD);
    expect(await wordsIn(database)).toEqual([{ text: 'first' }, { text: 'third' }]);
    expect(await recordedIn(database)).toEqual(recordOf(FIRST, SECOND, THIRD));
  });

  it('leave a record that drizzle can read after a downgrade', async () => {
    await apply(FIRST, SECOND);
    const [last] = await database.query('select id, hash, created_at from "migrations"."words" order by created_at desc limit 1');
    expect(Number(last?.['created_at'])).toBeGreaterThan(1_795_255_200_000);
  });

  it('refuse a database used by a newer version', async () => {
    await apply(FIRST, SECOND, THIRD);
    const failure: unknown = await apply(FIRST, SECOND).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
    expect(String(failure)).toContain('The database is newer than this version: its migration 0002_step of words');
  });

  it('refuse a database made from another file', async () => {
    await recordAsDrizzle(database, FIRST);
    const failure: unknown = await apply(`${FIRST} -- changed`, SECOND).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
    expect(String(failure)).toContain('its migration 0000_step of words is not the one of this version');
    expect(await wordsIn(database)).toEqual([]);
  });

  it('keep nothing of a package when one of its files fails, and name the file', async () => {
    await expect(apply(FIRST, 'create nonsense;')).rejects.toThrow('Migration 0001_step of migrations.words failed');
    expect(await database.query("select to_regclass('word') as word, to_regclass('migrations.words') as record")).toEqual([
      { word: null, record: null },
    ]);
    await apply(FIRST, SECOND);
    expect(await wordsIn(database)).toEqual([{ text: 'first' }]);
  });
});

it('recognises migrations by drizzle in the in-process database, and refuses a newer one', async () => {
  const place = path.join(folder, 'in-process');
  const before = await openInProcess(place, []);
  await recordAsDrizzle(before, FIRST, SECOND);
  await before.close();
  const after = await openInProcess(place, [migrationsOf(FIRST, SECOND, THIRD)]);
  expect(await wordsIn(after)).toEqual([{ text: 'first' }, { text: 'third' }]);
  expect(await recordedIn(after)).toEqual(recordOf(FIRST, SECOND, THIRD));
  await after.close();
  await expect(openInProcess(place, [migrationsOf(FIRST, SECOND)])).rejects.toThrow('newer than this version');
});

describe('migration files', () => {
  it('are read in numeric order, and no other files are', () => {
    const { folder: place } = migrationsOf(FIRST, SECOND);
    mkdirSync(path.join(place, 'meta'));
    writeFileSync(path.join(place, 'README.md'), 'about');
    expect(readMigrations(place).map(({ name }) => name)).toEqual(['0000_step', '0001_step']);
  });

  it.each(['0002_gap.sql', '0001_twice.sql', 'unnumbered.sql'])('are refused with %s', (name) => {
    const { folder: place } = migrationsOf(FIRST, ...(name === '0001_twice.sql' ? [SECOND] : []));
    writeFileSync(path.join(place, name), THIRD);
    expect(() => readMigrations(place)).toThrow('without gaps');
  });
});
