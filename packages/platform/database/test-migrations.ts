import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from './database.ts';
import type { Migrations } from './migrate.ts';

export const FIRST = 'create table word (text text primary key);';
export const SECOND = "insert into word values ('first');\n--> statement-breakpoint\ncreate table count (n bigint not null);";
export const THIRD = "insert into word values ('third');";

export type MigrationFolders = {
  readonly root: string;
  /** Writes the texts as the migrations of a package called `words`. */
  of(...texts: readonly string[]): Migrations;
  dispose(): void;
};

/** Temporary folders of migrations. */
export function migrationFolders(): MigrationFolders {
  const root = mkdtempSync(path.join(tmpdir(), 'bakkum-migrate-'));
  let folders = 0;
  return {
    root,
    of(...texts) {
      folders += 1;
      const folder = path.join(root, String(folders));
      mkdirSync(folder);
      for (const [index, text] of texts.entries()) writeFileSync(path.join(folder, `000${index}_step.sql`), text);
      return { name: 'words', folder };
    },
    dispose: () => rmSync(root, { recursive: true, force: true }),
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The table as drizzle-orm 0.45 created it. */
export async function recordAsDrizzle(database: Database, ...texts: readonly string[]): Promise<void> {
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

export const wordsIn = (database: Database) => database.query('select text from word order by text');
export const recordedIn = (database: Database) => database.query('select name, hash from migrations.words order by id');
export const recordOf = (...texts: readonly string[]) =>
  texts.map((text, index) => ({ name: `000${index}_step`, hash: hashOf(text) }));
