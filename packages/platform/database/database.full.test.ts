import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { backUp, restore } from './backup.ts';
import type { Database } from './database.ts';
import type { Connection } from './embedded-postgres.ts';
import { openInProcess } from './in-process-database.ts';
import { type Migrations, migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { MayBeCommitted, sqlState } from './sql.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-database-'));

function migrationsOf(name: string, statements: readonly string[]): Migrations {
  const place = path.join(folder, name);
  mkdirSync(place, { recursive: true });
  for (const [index, statement] of statements.entries()) writeFileSync(path.join(place, `000${index}_step.sql`), statement);
  return { name, folder: place };
}

const WORDS = [
  'create table word (text text primary key);',
  "insert into word values ('first');\n--> statement-breakpoint\ncreate table count (n bigint not null);",
];
const words = migrationsOf('words', WORDS);
let shared: TestDatabase;

beforeAll(async () => {
  shared = await createTestDatabase(inject('postgresFolder'), [words]);
});
afterAll(async () => {
  await shared.close();
  rmSync(folder, { recursive: true, force: true });
});

function addressOf({ host, user, database }: Connection): string {
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`;
}

/** Every kind of database passes the same tests. */
const KINDS: readonly { kind: string; open: () => Promise<Database> }[] = [
  { kind: 'a PostgreSQL', open: () => createTestDatabase(inject('postgresFolder'), [words]) },
  {
    kind: "the operator's, by its address",
    open: () =>
      openDatabase({
        url: addressOf(shared.connection),
        folder: path.join(folder, 'unused'),
        migrations: [words],
      }),
  },
  { kind: 'the fallback in this process', open: () => openInProcess(path.join(folder, 'fallback'), [words]) },
];

describe.each(KINDS)('$kind', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  it('has its tables and the rows a migration wrote, once', async () => {
    expect(await database.query('select text from word')).toEqual([{ text: 'first' }]);
  });

  it('keeps all of a transaction or nothing', async () => {
    await database.transaction((inside) => inside.query('insert into word values ($1)', ['kept']));
    const broken = database.transaction(async (inside) => {
      await inside.query('insert into word values ($1)', ['lost']);
      throw new Error('no');
    });
    await expect(broken).rejects.toThrow('no');
    expect(await database.query("select text from word where text in ('kept', 'lost')")).toEqual([{ text: 'kept' }]);
    await database.query("delete from word where text = 'kept'");
  });

  it('runs after-commit callbacks after the commit and never after a rollback', async () => {
    const seen: string[] = [];
    await database.transaction(async ({ afterCommit }) => {
      afterCommit?.(() => seen.push('committed'));
      await Promise.resolve();
      seen.push('inside');
    });
    const broken = database.transaction(({ afterCommit }) => {
      afterCommit?.(() => seen.push('rolled back'));
      return Promise.reject(new Error('no'));
    });
    await expect(broken).rejects.toThrow('no');
    expect(seen).toEqual(['inside', 'committed']);
  });

  it('refuses a commit with the error of the database, and reports one that may have succeeded', async () => {
    await database.run('create table late (n int unique deferrable initially deferred)');
    const twice = database.transaction((inside) => inside.query('insert into late values (1), (1)'));
    expect(await twice.catch((error: unknown) => [error instanceof MayBeCommitted, sqlState(error)])).toEqual([false, '23505']);
    const failed = database.transaction(async ({ query, afterCommit }) => {
      await query('insert into late values (2)');
      afterCommit?.(() => {
        throw new Error('after the commit');
      });
    });
    await expect(failed).rejects.toThrow(MayBeCommitted);
    expect(await database.query('select n from late')).toEqual([{ n: 2 }]);
    await database.run('drop table late');
  });

  it('delivers notifications to listeners', async () => {
    const connected = Promise.withResolvers<void>();
    const received = Promise.withResolvers<string>();
    const subscription = database.listen('words', {
      onMessage: received.resolve,
      onConnected: connected.resolve,
      onLost: connected.reject,
    });
    await connected.promise;
    await database.run("select pg_notify('words', $1)", ['a word']);
    expect(await received.promise).toBe('a word');
    await subscription.close();
  });

  it('exposes the codes of errors', async () => {
    const twice = (run: () => Promise<unknown>) => run().catch((error: unknown) => sqlState(error));
    expect(await twice(() => database.query("insert into word values ('first')"))).toBe('23505');
    expect(await twice(() => database.execute('insert into word values ($1)', ['first']))).toBe('23505');
    expect(sqlState(new Error('wrapped', { cause: Object.assign(new Error('inside'), { code: '23505' }) }))).toBe('23505');
    expect(sqlState(Object.assign(new Error('gone'), { code: 'EPIPE' }))).toBeUndefined();
  });

  it('reports the number of changed rows', async () => {
    expect(await database.execute('insert into word values ($1), ($2)', ['a', 'b'])).toEqual({ rows: [], affectedRows: 2 });
    expect(await database.execute('delete from word where text = any($1) returning text', [['a']])).toEqual({
      rows: [{ text: 'a' }],
      affectedRows: 1,
    });
    expect(await database.execute("delete from word where text = 'b'", [])).toEqual({ rows: [], affectedRows: 1 });
    expect((await database.execute('select text from word', [])).rows).toEqual([{ text: 'first' }]);
  });

  it('returns integers as numbers', async () => {
    expect(await database.query('select 9007199254740991::bigint as n, count(*) as c from count')).toEqual([
      { n: 9_007_199_254_740_991, c: 0 },
    ]);
  });
});

it('knows that nothing was committed only if the connection broke before the commit', async () => {
  await shared.run(`
    create table ended (n int);
    create function end_connection() returns trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); return null; end';
    create constraint trigger ended after insert on ended deferrable initially deferred for each row execute function end_connection()`);
  const insert = (then: string) =>
    shared.transaction(async ({ query }) => {
      await query('insert into ended values (1)');
      await query(then);
    });
  await expect(insert('select 1')).rejects.toThrow(MayBeCommitted);
  await expect(insert('select pg_terminate_backend(pg_backend_pid())')).rejects.not.toThrow(MayBeCommitted);
  await shared.run('drop table ended; drop function end_connection');
});

it('releases the locks of a disconnected host soon', async () => {
  const shown = async (setting: string) => Object.values((await shared.query(`show ${setting}`))[0] ?? {});
  expect([await shown('idle_in_transaction_session_timeout'), await shown('statement_timeout')]).toEqual([['30s'], ['30s']]);
});

it('waits for the disk unless a write is marked as repeatable', async () => {
  const setting = "select setting, source from pg_settings where name = 'synchronous_commit'";
  const hasty = { setting: 'off', source: 'session' };
  expect(await shared.run(setting, [], { safely: false })).toEqual([hasty]);
  expect(await shared.transaction((sql) => sql.query(setting), { safely: false })).toEqual([hasty]);
  // The server's own setting, which nothing here changed.
  for (const rows of [
    await shared.query(setting),
    await shared.run(setting),
    await shared.transaction((sql) => sql.query(setting)),
  ])
    expect(rows).not.toEqual([hasty]);
});

it('refuses an integer it cannot represent exactly', async () => {
  await expect(shared.query('select 9007199254740993::bigint')).rejects.toThrow('too large');
});

it('refuses a second process on the in-process database', async () => {
  const place = path.join(folder, 'claimed');
  const first = await openInProcess(place, [words]);
  await expect(openInProcess(place, [words])).rejects.toThrow(`Process ${process.pid} uses`);
  await first.close();
  // The lock of a dead process does not count.
  writeFileSync(path.join(place, 'in-process.lock'), '999999999');
  await (await openInProcess(place, [words])).close();
});

it('falls back permanently to the in-process database if PostgreSQL cannot start', async () => {
  const place = path.join(folder, 'nowhere', 'postgres');
  const reasons: string[] = [];
  const open = () => openDatabase({ folder: place, migrations: [words], onFallback: (reason) => reasons.push(reason) });
  const { PATH } = process.env;
  try {
    process.env['PATH'] = folder;
    const first = await open();
    await first.query("insert into word values ('kept')");
    await first.close();
  } finally {
    process.env['PATH'] = PATH;
  }
  const second = await open();
  expect([second.kind, await second.query("select text from word where text = 'kept'")]).toEqual([
    'in-process',
    [{ text: 'kept' }],
  ]);
  await second.close();
  expect(reasons).toEqual([expect.stringContaining('PostgreSQL cannot run here'), expect.stringContaining('the data is in')]);
});

it('migrates once when several processes start together', async () => {
  const empty = await createTestDatabase(inject('postgresFolder'), []);
  const start = async (): Promise<void> => {
    const client = new pg.Client(empty.connection);
    await client.connect();
    await migrate(client, [words]);
    await client.end();
  };
  await Promise.all(Array.from({ length: 6 }, start));
  expect(await empty.query('select text from word')).toEqual([{ text: 'first' }]);
  expect(await empty.query('select count(*) as n from migrations.words')).toEqual([{ n: 2 }]);
  await empty.close();
});

describe('a backup', () => {
  const tables = migrationsOf('kept', [
    `create schema kept;
     --> statement-breakpoint
     create table kept.a_child (id int primary key, parent bigint not null, at timestamptz, data jsonb, span interval);
     --> statement-breakpoint
     create table kept.parent (id bigint generated always as identity primary key, name text not null);
     --> statement-breakpoint
     alter table kept.a_child add foreign key (parent) references kept.parent;
     --> statement-breakpoint
     create unlogged table kept.short_lived (id int primary key);`,
  ]);
  const open = () => createTestDatabase(inject('postgresFolder'), [tables]);
  const linesOf = async (database: Database): Promise<string[]> => {
    const lines: string[] = [];
    await backUp(database, ['kept'], (line) => Promise.resolve(void lines.push(line)));
    return lines;
  };
  async function* asStream(lines: readonly string[]) {
    yield* lines;
  }
  let source: TestDatabase;
  let lines: string[] = [];
  beforeAll(async () => {
    source = await open();
    await source.query("insert into kept.parent (name) select '이름 \"' || n || E'\\n\\\\' from generate_series(1, 1200) n");
    await source.query(
      `insert into kept.a_child values (1, 1200, 'infinity', '{"a": [1, null]}', '1 month 2 days'), (2, 1, '2026-12-01 00:00:00.123456+00', null, null)`,
    );
    await source.query('insert into kept.short_lived values (1)');
    lines = await linesOf(source);
  });
  afterAll(() => source.close());

  it('contains everything, and sequences continue', async () => {
    const target = await open();
    expect(await restore(target, ['kept'], asStream(lines))).toBe(1202);
    const content =
      'select c.*, c.at::text as exactly, p.name from kept.parent p left join kept.a_child c on c.parent = p.id order by p.id';
    expect(await target.query(content)).toEqual(await source.query(content));
    expect(await target.query("insert into kept.parent (name) values ('next') returning id")).toEqual([{ id: 1201 }]);
    await target.close();
  });

  it.each([
    ['of another program', () => ['{}'], 'not a Bakkum backup'],
    ['of nothing', () => [], 'not a Bakkum backup'],
    ['of another version', () => [lines[0]?.replace(/[0-9a-f]{64}/, 'x') ?? '', ...lines.slice(1)], 'another version'],
    ['that is truncated', () => lines.slice(0, -1), 'breaks off'],
    ['that lacks a row', () => lines.toSpliced(5, 1), 'rows are missing'],
    ['that is damaged', () => lines.toSpliced(5, 1, '{"row":'), 'damaged'],
    ['with an unknown table', () => lines.toSpliced(1, 1, '{"table":"pg_catalog.pg_class"}'), 'no table'],
  ])('%s is refused without a trace', async (_, given, reason) => {
    const target = await open();
    await expect(restore(target, ['kept'], asStream(given()))).rejects.toThrow(reason);
    expect(await target.query('select from kept.parent')).toEqual([]);
    await target.close();
  });

  it('leaves out unlogged tables', async () => {
    expect(lines.join('\n')).not.toContain('short_lived');
  });

  it('is not restored over existing rows', async () => {
    await expect(restore(source, ['kept'], asStream(lines))).rejects.toThrow('has rows already');
  });
});

it('keeps nothing of a failed migration and releases its lock', async () => {
  const empty = await createTestDatabase(inject('postgresFolder'), []);
  const client = new pg.Client(empty.connection);
  await client.connect();
  await expect(migrate(client, [migrationsOf('broken', ['create table half (n int);', 'create nonsense;'])])).rejects.toThrow(
    'Migration 0001_step of migrations.broken failed',
  );
  expect(await empty.query("select to_regclass('half') as half")).toEqual([{ half: null }]);
  await migrate(client, [words]);
  await client.end();
  await empty.close();
});
