import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { DatabaseUnavailable } from './database.ts';
import { migrate, readMigrations } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { FIRST, migrationFolders, recordAsDrizzle, recordedIn, recordOf, SECOND, THIRD, wordsIn } from './test-migrations.ts';

const folders = migrationFolders();
afterAll(() => folders.dispose());

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
  const apply = (...texts: readonly string[]) => migrate(client, [folders.of(...texts)]);

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

describe('migration files', () => {
  it('are read in numeric order, and no other files are', () => {
    const { folder: place } = folders.of(FIRST, SECOND);
    mkdirSync(path.join(place, 'meta'));
    writeFileSync(path.join(place, 'README.md'), 'about');
    expect(readMigrations(place).map(({ name }) => name)).toEqual(['0000_step', '0001_step']);
  });

  it.each(['0002_gap.sql', '0001_twice.sql', 'unnumbered.sql'])('are refused with %s', (name) => {
    const { folder: place } = folders.of(FIRST, ...(name === '0001_twice.sql' ? [SECOND] : []));
    writeFileSync(path.join(place, name), THIRD);
    expect(() => readMigrations(place)).toThrow('without gaps');
  });
});
