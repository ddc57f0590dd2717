/** `bakkum admin`: commands for the operator. They use the server's settings and can run while it is running. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { getSystemErrorMap } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';
import { type Person, personByEmail } from '@bakkum/accounts/person';
import type { BlobStore } from '@bakkum/blobs/blob-store';
import { copyBlobs } from '@bakkum/blobs/copy-blobs';
import { createDiskStore } from '@bakkum/blobs/disk-store';
import { makeBucket } from '@bakkum/blobs/s3-store';
import { terminalText } from '@bakkum/conversion/terminal-text';
import { createLedger, type Ledger } from '@bakkum/credits/ledger';
import { BackupRefused, backUp, restore } from '@bakkum/database/backup';
import type { Database } from '@bakkum/database/database';
import { type ClockChange, type DatabaseClock, openDatabaseClock } from '@bakkum/database/database-clock';
import { openDatabase } from '@bakkum/database/open-database';
import { startJobs } from '@bakkum/jobs/jobs';
import { mailCounts } from '@bakkum/mail/outbox';
import { analyticsCommand } from './admin/analytics.ts';
import { type AdminArguments, readArguments } from './admin/arguments.ts';
import { CommandRefused } from './admin/command-refused.ts';
import { contactCommand } from './admin/contact.ts';
import { imagesCommand } from './admin/images.ts';
import { incidentsCommand } from './admin/incidents.ts';
import { moneyCommand } from './admin/money.ts';
import { paymentsCommand } from './admin/payments.ts';
import { showCount } from './admin/progress.ts';
import { checkBlobs, openBlobs } from './blobs.ts';
import { readSettings, type Settings } from './config/settings.ts';
import { MIGRATIONS } from './migrations.ts';
import { exitOnSettingsError } from './start-up.ts';

/**
 * Database schemas in a backup. The job queue is excluded: its work is derived from these tables, and credits held for lost jobs
 * are released.
 */
const SCHEMAS = ['accounts', 'analytics', 'contact', 'conversions', 'credits', 'mail', 'payment', 'ratings', 'status', 'studio'];
const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

/** Services and arguments passed to a command. */
type CommandContext = {
  readonly settings: Settings;
  readonly database: Database;
  readonly clock: DatabaseClock;
  readonly ledger: Ledger;
} & Omit<AdminArguments, 'name'>;

const COMMANDS: Readonly<Record<string, (context: CommandContext) => Promise<string>>> = {
  account,
  statement,
  grant,
  freeze: (context) => setFrozen(context, true),
  unfreeze: (context) => setFrozen(context, false),
  audit,
  mail: async ({ database }) => asLines(await mailCounts(database)),
  contact: ({ database, clock, args }) => contactCommand({ database, clock, args }),
  payments: ({ settings, database, clock, args }) => paymentsCommand({ settings, database, clock, args }),
  money: ({ settings, database, clock, args, options }) => moneyCommand({ settings, database, clock, args, options }),
  images: ({ settings, database, clock, args, options }) => imagesCommand({ settings, database, clock, args, options }),
  incidents: (context) => incidentsCommand(context),
  analytics: ({ database, clock, options }) => analyticsCommand(database, options.days ?? DEFAULT_DAYS, clock),
  jobs,
  storage,
  backup: ({ database, args }) => writeBackup(database, fileIn(args)),
  restore: ({ database, ledger, args }) => readBackup(database, ledger, fileIn(args)),
  'backup-files': async ({ settings, args }) => copyFiles(openBlobs(settings), createDiskStore(fileIn(args))),
  'restore-files': async ({ settings, args }) => copyFiles(createDiskStore(fileIn(args)), openBlobs(settings)),
};

const { name, ...given } = readArguments(process.argv.slice(2));
await exitOnSettingsError(async () => {
  const settings = readSettings();
  const { databaseUrl, dataDir } = settings;
  const database = await openDatabase({
    ...(databaseUrl && { url: databaseUrl }),
    folder: path.join(dataDir, 'postgres'),
    migrations: MIGRATIONS,
    poolSize: 2,
  });
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) throw new Error(`admin/commands.mjs defines ${name}, which nothing does`);
    const report = ({ event, detail }: ClockChange): void =>
      void process.stderr.write(`${event}: ${JSON.stringify(detail)}; times are those of the database\n`);
    const clock = await openDatabaseClock({ sql: database, report });
    const ledger = createLedger(database, clock.now);
    // The output quotes strangers, such as contact messages.
    process.stdout.write(`${terminalText(await command({ settings, database, clock, ledger, ...given }))}\n`);
  } catch (error) {
    if (!(error instanceof CommandRefused || error instanceof BackupRefused)) throw error;
    process.stderr.write(`${terminalText(error.message)}\n`);
    process.exitCode = 1;
  } finally {
    await database.close();
  }
});

async function personIn({ database, args: [email = ''] }: CommandContext): Promise<Person> {
  const person = await personByEmail(database, email);
  if (!person) throw new CommandRefused(`Nobody has an account with the address ${email}.`);
  return person;
}

function fileIn([file = '']: readonly string[]): string {
  return path.resolve(file);
}

async function account(context: CommandContext): Promise<string> {
  const { id, email, emailVerified, firstName, lastName, locale, joinedAt } = await personIn(context);
  const balance = await context.ledger.balance(id);
  return asLines({ id, email, confirmed: emailVerified, name: `${firstName} ${lastName}`, locale, joinedAt, ...balance });
}

async function statement(context: CommandContext): Promise<string> {
  const entries = await context.ledger.explain((await personIn(context)).id);
  return entries
    .map(({ transaction, at, kind, grant: of, from, to, amount, available, held }) =>
      [transaction, at.toISOString(), kind, `${from} → ${to}`, amount, `available ${available}`, `held ${held}`, of].join('\t'),
    )
    .join('\n');
}

async function grant(context: CommandContext): Promise<string> {
  const person = await personIn(context);
  const amount = Number(context.args[1]);
  const { days = DEFAULT_DAYS, ref = `admin:${randomUUID()}`, note } = context.options;
  const expiresAt = new Date(context.clock.now().getTime() + days * DAY_MS);
  const outcome = await context.ledger.give({
    userId: person.id,
    source: 'operator',
    ref,
    amount,
    expiresAt,
    ...(note && { note }),
  });
  if (outcome === 'conflict') throw new CommandRefused(`${ref} was used for another grant already.`);
  return `${outcome === 'added' ? 'given' : 'given before'}: ${ref}\n${asLines(await context.ledger.balance(person.id))}`;
}

async function setFrozen(context: CommandContext, frozen: boolean): Promise<string> {
  const person = await personIn(context);
  await context.ledger.setFrozen(person.id, frozen);
  return asLines(await context.ledger.balance(person.id));
}

async function audit({ ledger }: CommandContext): Promise<string> {
  return auditOf(ledger);
}

async function auditOf(ledger: Ledger): Promise<string> {
  const violations = await ledger.violations();
  if (violations.length === 0) return 'The books are right.';
  throw new CommandRefused(violations.map(({ what, ref }) => `${what}: ${ref}`).join('\n'));
}

async function jobs({ database, args: [command, kind] }: CommandContext): Promise<string> {
  const queue = await startJobs({ database, works: false, onProblem: ({ error }) => process.stderr.write(`${error}\n`) });
  try {
    if (command === 'retry' && kind) return `${await queue.retryFailed(kind)} jobs of ${kind} are done again`;
    const counts = await queue.counts();
    return [
      'kind\twaiting\trunning\tfailed',
      ...counts.map((row) => [row.kind, row.waiting, row.running, row.failed].join('\t')),
    ].join('\n');
  } finally {
    await queue.stop(0);
  }
}

/** Tests the file storage, because almost-correct S3 settings fail only at use. */
async function storage({ settings, args: [command] }: CommandContext): Promise<string> {
  const { s3, dataDir } = settings;
  try {
    if (s3 && command === 'make') await makeBucket(s3);
    await checkBlobs(openBlobs(settings));
  } catch (error) {
    throw error instanceof Error ? new CommandRefused(error.message) : error;
  }
  return s3
    ? `Files are kept in the bucket ${s3.bucket} at ${s3.endpoint}.`
    : `Files are kept in ${path.join(dataDir, 'files')}.`;
}

async function copyFiles(from: BlobStore, to: BlobStore): Promise<string> {
  const counter = showCount('files copied');
  try {
    const { files, bytes } = await copyBlobs(from, to, (soFar) => counter.set(soFar.files));
    return `${files} files copied, ${bytes} bytes`;
  } finally {
    counter.end();
  }
}

async function writeBackup(database: Database, file: string): Promise<string> {
  const draft = `${file}.part`;
  const gzip = createGzip();
  const isFree = !(await lstat(draft).catch(() => undefined));
  if (!isFree) throw new CommandRefused(`${draft} exists. Delete it if no other backup is being written.`);
  // Never an existing file or link: another user who can write to the folder could read the backup, or have a file overwritten.
  const output = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true });
  const refuse = (error: unknown): never => {
    throw unwritable(file, error);
  };
  const written = finished(gzip.pipe(output)).catch(refuse);
  const failed = written.then(() => new Promise<never>(() => undefined));
  failed.catch(() => undefined); // also awaited below
  const counter = showCount('lines written');
  let lines = 0;
  try {
    const rows = await backUp(database, SCHEMAS, async (line) => {
      lines += 1;
      counter.set(lines);
      // A stream that fails never drains.
      if (!gzip.write(`${line}\n`)) await Promise.race([new Promise((resolve) => gzip.once('drain', resolve)), failed]);
    });
    gzip.end();
    await written;
    await rename(draft, file).catch(refuse);
    return `${rows} rows written to ${file}`;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined); // nothing is there if it could not be created
    throw error;
  } finally {
    counter.end();
  }
}

/** An error of the file system as one line. */
function unwritable(file: string, error: unknown): unknown {
  const reason = error instanceof Error && 'errno' in error ? getSystemErrorMap().get(Number(error.errno))?.[1] : undefined;
  return reason === undefined ? error : new CommandRefused(`${file} cannot be written: ${reason}`);
}

async function readBackup(database: Database, ledger: Ledger, file: string): Promise<string> {
  const rows = await restore(database, SCHEMAS, linesIn(file));
  return `${rows} rows restored. ${await auditOf(ledger)}`;
}

async function* linesIn(file: string): AsyncGenerator<string> {
  const text = createReadStream(file).compose(createGunzip()).setEncoding('utf8');
  const counter = showCount('lines read');
  let rest = '';
  let lines = 0;
  try {
    for await (const chunk of text) {
      const parts = `${rest}${String(chunk)}`.split('\n');
      rest = parts.pop() ?? '';
      lines += parts.length;
      counter.set(lines);
      yield* parts;
    }
  } catch (error) {
    // The file is missing, not readable or not compressed.
    if (error instanceof Error && 'code' in error) throw new CommandRefused(`${file} cannot be read: ${error.message}`);
    throw error;
  } finally {
    counter.end();
  }
  if (rest !== '') yield rest;
}

function asLines(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}\t${value instanceof Date ? value.toISOString() : String(value)}`)
    .join('\n');
}
