/** `bakkum admin`: the operator's commands. They use the settings of the server, and may run beside it. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';
import { type Person, personByEmail } from '@bakkum/accounts/person';
import { type Copied, copyBlobs } from '@bakkum/blobs/copy-blobs';
import { createDiskStore } from '@bakkum/blobs/disk-store';
import { makeBucket } from '@bakkum/blobs/s3-store';
import { createLedger, type Ledger } from '@bakkum/credits/ledger';
import { BackupRefused, backUp, restore } from '@bakkum/database/backup';
import type { Database } from '@bakkum/database/database';
import { openDatabase } from '@bakkum/database/open-database';
import { startJobs } from '@bakkum/jobs/jobs';
import { mailCounts } from '@bakkum/mail/outbox';
import { analyticsCommand } from './admin-analytics.ts';
import { contactCommand } from './admin-contact.ts';
import { paymentsCommand } from './admin-payments.ts';
import { Refused } from './admin-refused.ts';
import { INCIDENT_OPTIONS, INCIDENT_USAGE, type IncidentOptions, incidentsCommand } from './admin-status.ts';
import { checkBlobs, openBlobs } from './blobs.ts';
import { MIGRATIONS } from './migrations.ts';
import { readSettings, type Settings } from './settings.ts';
import { orExit } from './start-up.ts';

const USAGE = `bakkum admin account EMAIL                       who that is, and what they have
bakkum admin statement EMAIL                     every entry that made the balance what it is
bakkum admin grant EMAIL CREDITS [--days N] [--ref REF] [--note TEXT]
                                                 gives credits for N days (30); the same REF counts once
bakkum admin freeze EMAIL | unfreeze EMAIL       whether credits can be spent
bakkum admin audit                               looks for contradictions in the ledger; exit code 1 if there are any
bakkum admin mail                                how many mails are waiting, sent and given up
bakkum admin contact [ID]                        what people wrote, newest first; or one message
bakkum admin contact answer ID TEXT              mails an answer, in the language of who wrote
bakkum admin payments [STATE]                    payments, newest first
bakkum admin payments history NUMBER             every step of a payment, and who made it
bakkum admin payments report [YYYY-MM-DD]        a day in figures (yesterday), what is open, and whether money and credits
                                                 agree; exit code 1 if they do not
bakkum admin payments reconcile                  asks the payment service about everything that is open, now
bakkum admin payments refund NUMBER              gives a payment back, asked for or not; also tries a failed one again
bakkum admin payments refuse NUMBER              says no to a refund that was asked for
bakkum admin payments dispute ID won|lost        says how a dispute ended, where the payment service does not
${INCIDENT_USAGE}
bakkum admin analytics [--days N]                visits, conversions, failures and downloads of N days (30)
bakkum admin jobs                                how many jobs of each kind are waiting, running and failed
bakkum admin jobs retry KIND                     has the failed jobs of a kind done again
bakkum admin storage [make]                      writes, reads and removes a file where files are kept; makes the bucket before
bakkum admin backup FILE                         writes the whole database into a file, while the server runs
bakkum admin restore FILE                        fills an empty database from it; stop the server first
bakkum admin backup-files FOLDER                 copies kept files that are not there yet into a folder; after the database
bakkum admin restore-files FOLDER                copies them back to where files are kept

Settings are those of the server: DATA_DIR, DATABASE_URL.`;

/** Schemas of the packages' tables. Not the jobs': what a job is about is in these, and what was set aside for it comes back. */
const SCHEMAS = ['accounts', 'analytics', 'contact', 'conversions', 'credits', 'mail', 'payment', 'ratings', 'status', 'studio'];
const DEFAULT_DAYS = '30';
const DAY_MS = 86_400_000;
const EXIT_USAGE = 2;

/** What a command works with. */
type Desk = {
  readonly settings: Settings;
  readonly database: Database;
  readonly ledger: Ledger;
  readonly args: readonly string[];
  readonly options: { readonly days: string; readonly ref?: string; readonly note?: string } & IncidentOptions;
};

const COMMANDS: Readonly<Record<string, (desk: Desk) => Promise<string>>> = {
  account,
  statement,
  grant,
  freeze: (desk) => setFrozen(desk, true),
  unfreeze: (desk) => setFrozen(desk, false),
  audit,
  mail: async ({ database }) => asLines(await mailCounts(database)),
  contact: ({ database, args }) => contactCommand(database, args, USAGE),
  payments: ({ settings, database, args }) => paymentsCommand({ settings, database, args, usage: USAGE }),
  incidents: ({ database, args, options }) => incidentsCommand(database, args, options),
  analytics: ({ database, options }) => analyticsCommand(database, daysIn(options.days)),
  jobs,
  storage,
  backup: ({ database, args }) => writeBackup(database, fileIn(args)),
  restore: ({ database, ledger, args }) => readBackup(database, ledger, fileIn(args)),
  'backup-files': async ({ settings, args }) => copied(await copyBlobs(openBlobs(settings), createDiskStore(fileIn(args)))),
  'restore-files': async ({ settings, args }) => copied(await copyBlobs(createDiskStore(fileIn(args)), openBlobs(settings))),
};

await orExit(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      days: { type: 'string', default: DEFAULT_DAYS },
      ref: { type: 'string' },
      note: { type: 'string' },
      ...INCIDENT_OPTIONS,
    },
  });
  const [name = '', ...args] = positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    process.stderr.write(`${USAGE}\n`);
    process.exitCode = EXIT_USAGE;
    return;
  }
  const settings = readSettings();
  const { databaseUrl, dataDir } = settings;
  const database = await openDatabase({
    ...(databaseUrl && { url: databaseUrl }),
    folder: path.join(dataDir, 'postgres'),
    migrations: MIGRATIONS,
    poolSize: 2,
  });
  try {
    process.stdout.write(`${await command({ settings, database, ledger: createLedger(database), args, options: values })}\n`);
  } catch (error) {
    if (!(error instanceof Refused || error instanceof BackupRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } finally {
    await database.close();
  }
});

async function personIn({ database, args: [email] }: Desk): Promise<Person> {
  if (!email) throw new Refused(USAGE);
  const person = await personByEmail(database, email);
  if (!person) throw new Refused(`Nobody has an account with the address ${email}.`);
  return person;
}

/** Ten years at most. */
function daysIn(text: string): number {
  const days = Number(text);
  if (!Number.isSafeInteger(days) || days < 1 || days > 3660) throw new Refused(USAGE);
  return days;
}

function fileIn([file]: readonly string[]): string {
  if (!file) throw new Refused(USAGE);
  return path.resolve(file);
}

async function account(desk: Desk): Promise<string> {
  const { id, email, emailVerified, firstName, lastName, locale, joinedAt } = await personIn(desk);
  const balance = await desk.ledger.balance(id);
  return asLines({ id, email, confirmed: emailVerified, name: `${firstName} ${lastName}`, locale, joinedAt, ...balance });
}

async function statement(desk: Desk): Promise<string> {
  const entries = await desk.ledger.explain((await personIn(desk)).id);
  return entries
    .map(({ transaction, at, kind, grant: of, from, to, amount, available, held }) =>
      [transaction, at.toISOString(), kind, `${from} → ${to}`, amount, `available ${available}`, `held ${held}`, of].join('\t'),
    )
    .join('\n');
}

async function grant(desk: Desk): Promise<string> {
  const person = await personIn(desk);
  const amount = Number(desk.args[1]);
  const days = Number(desk.options.days);
  if (![amount, days].every((number) => Number.isSafeInteger(number) && number > 0)) throw new Refused(USAGE);
  const { ref = `admin:${randomUUID()}`, note } = desk.options;
  const expiresAt = new Date(Date.now() + days * DAY_MS);
  const outcome = await desk.ledger.give({
    userId: person.id,
    source: 'operator',
    ref,
    amount,
    expiresAt,
    ...(note && { note }),
  });
  if (outcome === 'conflict') throw new Refused(`${ref} was used for another grant already.`);
  return `${outcome === 'added' ? 'given' : 'given before'}: ${ref}\n${asLines(await desk.ledger.balance(person.id))}`;
}

async function setFrozen(desk: Desk, frozen: boolean): Promise<string> {
  const person = await personIn(desk);
  await desk.ledger.setFrozen(person.id, frozen);
  return asLines(await desk.ledger.balance(person.id));
}

async function audit({ ledger }: Desk): Promise<string> {
  return auditOf(ledger);
}

async function auditOf(ledger: Ledger): Promise<string> {
  const violations = await ledger.violations();
  if (violations.length === 0) return 'The books are right.';
  throw new Refused(violations.map(({ what, ref }) => `${what}: ${ref}`).join('\n'));
}

async function jobs({ database, args: [command, kind] }: Desk): Promise<string> {
  const queue = await startJobs({ database, works: false, onProblem: ({ error }) => process.stderr.write(`${error}\n`) });
  try {
    if (command === 'retry' && kind) return `${await queue.retryFailed(kind)} jobs of ${kind} are done again`;
    if (command !== undefined) throw new Refused(USAGE);
    const counts = await queue.counts();
    return [
      'kind\twaiting\trunning\tfailed',
      ...counts.map((row) => [row.kind, row.waiting, row.running, row.failed].join('\t')),
    ].join('\n');
  } finally {
    await queue.stop(0);
  }
}

/** Settings of S3 are easy to get almost right. */
async function storage({ settings, args: [command] }: Desk): Promise<string> {
  const { s3, dataDir } = settings;
  if (command !== undefined && command !== 'make') throw new Refused(USAGE);
  try {
    if (s3 && command === 'make') await makeBucket(s3);
    await checkBlobs(openBlobs(settings));
  } catch (error) {
    throw error instanceof Error ? new Refused(error.message) : error;
  }
  return s3
    ? `Files are kept in the bucket ${s3.bucket} at ${s3.endpoint}.`
    : `Files are kept in ${path.join(dataDir, 'files')}.`;
}

function copied({ files, bytes }: Copied): string {
  return `${files} files copied, ${bytes} bytes`;
}

async function writeBackup(database: Database, file: string): Promise<string> {
  const draft = `${file}.part`;
  const gzip = createGzip();
  const output = createWriteStream(draft, { mode: 0o600 });
  const written = finished(gzip.pipe(output));
  try {
    const rows = await backUp(database, SCHEMAS, async (line) => {
      if (!gzip.write(`${line}\n`)) await new Promise((resolve) => gzip.once('drain', resolve));
    });
    gzip.end();
    await written;
    await rename(draft, file);
    return `${rows} rows written to ${file}`;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function readBackup(database: Database, ledger: Ledger, file: string): Promise<string> {
  const rows = await restore(database, SCHEMAS, linesIn(file));
  return `${rows} rows restored. ${await auditOf(ledger)}`;
}

async function* linesIn(file: string): AsyncGenerator<string> {
  const text = createReadStream(file).compose(createGunzip()).setEncoding('utf8');
  let rest = '';
  try {
    for await (const chunk of text) {
      const parts = `${rest}${String(chunk)}`.split('\n');
      rest = parts.pop() ?? '';
      yield* parts;
    }
  } catch (error) {
    // No such file, no right to read it, not compressed.
    if (error instanceof Error && 'code' in error) throw new Refused(`${file} cannot be read: ${error.message}`);
    throw error;
  }
  if (rest !== '') yield rest;
}

function asLines(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}\t${value instanceof Date ? value.toISOString() : String(value)}`)
    .join('\n');
}
