import { createHmac } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Accounts, createAccounts } from '@bakkum/accounts/accounts';
import { type ApiKeys, createApiKeys } from '@bakkum/accounts/api-keys';
import { normalisedAddress } from '@bakkum/accounts/normalised-address';
import type { Person } from '@bakkum/accounts/person';
import { type Analytics, createAnalytics } from '@bakkum/analytics/analytics';
import { PLANS } from '@bakkum/api-contract/billing/plans';
import type { BlobStore } from '@bakkum/blobs/blob-store';
import { type Contact, createContact } from '@bakkum/contact/contact';
import { evictAnonymous } from '@bakkum/conversion-jobs/eviction';
import { forgetInvitations } from '@bakkum/conversion-jobs/invitations';
import { flushRemovals } from '@bakkum/conversion-jobs/removal';
import { personOwner } from '@bakkum/conversion-jobs/service';
import { deleteOwnerData } from '@bakkum/conversion-jobs/sweep';
import { revokeWebhooks, revokeWebhooksOfKey } from '@bakkum/conversion-jobs/webhooks';
import { createLedger, type Ledger } from '@bakkum/credits/ledger';
import type { Database } from '@bakkum/database/database';
import { type ClockChange, type DatabaseClock, openDatabaseClock } from '@bakkum/database/database-clock';
import { openDatabase } from '@bakkum/database/open-database';
import type { Sql } from '@bakkum/database/sql';
import { deleteStudioData } from '@bakkum/image-studio/gallery';
import type { Studio } from '@bakkum/image-studio/studio';
import { type Jobs, startJobs } from '@bakkum/jobs/jobs';
import { createFileMailbox } from '@bakkum/mail/file-mailbox';
import { deleteMailTo, enqueueMail, reserveMessageId } from '@bakkum/mail/outbox';
import { createSmtpTransport } from '@bakkum/mail/smtp-transport';
import type { MailTransport } from '@bakkum/mail/transport';
import { setWorkRoot } from '@bakkum/native-programs/work-folders';
import { createIssuer, type Issuer } from '@bakkum/openid/issuer';
import { createOutbound } from '@bakkum/outbound/outbound';
import { unlinkBuyer } from '@bakkum/payment/report';
import { createRatings, type Ratings } from '@bakkum/ratings/ratings';
import { Registry } from 'prom-client';
import { accountEmail } from './account-email.ts';
import { openBlobs } from './blobs.ts';
import { DEMO_ACCOUNT } from './config/demo-account.ts';
import { installationSecret } from './config/secret.ts';
import { type Settings, SettingsError } from './config/settings.ts';
import { type Disk, openDisk } from './disk.ts';
import { contactWays } from './features/contact/ways.ts';
import { type ConversionServices, openConversions } from './features/conversions/services.ts';
import { createStudio } from './features/images/studio.ts';
import { buyerTracesOf, openPayments, type PaymentService, reachAll } from './features/payments/service.ts';
import { JOB_KINDS } from './jobs/job-kinds.ts';
import { MIGRATIONS } from './migrations.ts';
import { type ConversionDuration, createConversionDuration } from './observability/conversion-duration.ts';
import type { Log } from './observability/log.ts';

/** All services of the backend. */
export type Services = ConversionServices & {
  readonly settings: Settings;
  readonly database: Database;
  /** The time for everything that is stored. */
  readonly clock: DatabaseClock;
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  /** Where people can sign in with OpenID Connect; absent if no issuer is configured. */
  readonly issuer?: Issuer;
  readonly ledger: Ledger;
  /** Grants the credits of an unpaid plan. Idempotent. */
  readonly entitle: (person: Person, sql?: Sql) => Promise<void>;
  readonly jobs: Jobs;
  /** Disk of the data folder. */
  readonly disk: Disk;
  /** Store for files. */
  readonly blobs: BlobStore;
  readonly studio: Studio;
  readonly mail: MailTransport;
  readonly contact: Contact;
  readonly analytics: Analytics;
  readonly ratings: Ratings;
  /** Metrics of the services in this process. */
  readonly metrics: Registry;
  readonly conversionDuration: ConversionDuration;
  /** Payment service; absent if payments are off. */
  readonly payment?: PaymentService;
  /** Rejects if the payment service is unreachable. Absent if payments are off. */
  readonly checkPayment?: (signal: AbortSignal) => Promise<void>;
  /** Folder for emails when no mail server is configured. */
  readonly mailbox: string;
};

/** Folder of the folders in which files are converted, one for each process. */
export function workRootOf({ dataDir }: Pick<Settings, 'dataDir'>): string {
  return path.join(dataDir, 'work');
}

/** Options that tests override. */
export type ServiceOptions = Partial<Pick<Parameters<typeof createAccounts>[0], 'limits' | 'passwords' | 'equalTime'>>;

/**
 * Opens the database and the services that use it.
 * @throws SettingsError if the database of a production server contains the demo account
 */
export async function openServices(settings: Settings, log: Log, options: ServiceOptions = {}): Promise<Services> {
  const database = await openDatabase({
    ...(settings.databaseUrl && { url: settings.databaseUrl }),
    folder: path.join(settings.dataDir, 'postgres'),
    migrations: MIGRATIONS,
    onLost: (error) => log.error('database-lost', { error: error.message }),
    onFallback: (reason) => log.error('database-in-process', { reason }),
  });
  let clock: DatabaseClock | undefined;
  try {
    clock = await openClock(database, log);
    return await build({ settings, database, clock, log }, options);
  } catch (error) {
    clock?.close();
    await database.close();
    throw error;
  }
}

function openClock(sql: Database, log: Log): Promise<DatabaseClock> {
  const report = ({ event, detail }: ClockChange): void => {
    if (event === 'clock-right') return log.info(event, detail);
    const advice = event === 'clock-wrong' && {
      effect: 'this process takes no background jobs',
      remedy: 'synchronise the clock of this machine, or that of the database',
    };
    log.error(event, { ...detail, ...advice });
  };
  return openDatabaseClock({ sql, report });
}

type Opened = { readonly settings: Settings; readonly database: Database; readonly clock: DatabaseClock; readonly log: Log };

async function build({ settings, database, clock, log }: Opened, options: ServiceOptions): Promise<Services> {
  await mkdir(settings.dataDir, { recursive: true });
  setWorkRoot(workRootOf(settings));
  const secret = settings.secret ?? (await installationSecret(settings.dataDir));
  const ledger = createLedger(database, clock.now);
  const accounts = createAccounts({
    database,
    origin: settings.origin,
    secret,
    sendMail: async (mail, sql) => {
      await enqueueMail(sql, accountEmail(mail, settings.origin));
      await jobs.send(JOB_KINDS.mail, {}, { sql });
    },
    onDelete: (sql, person) => eraseUser(sql, person, { clock, secret, jobs }),
    onRevokeKeys: (sql, id) => revokeWebhooks(sql, personOwner(id), clock.now()),
    skewMs: clock.skewMs,
    ...options,
  });
  const entitle = entitlement(ledger, clock, secret);
  await applyMode(settings, accounts, entitle);
  const jobs = await startJobs({
    database,
    kinds: Object.values(JOB_KINDS),
    works: settings.role !== 'web',
    gate: { isOpen: clock.isRight, onChange: clock.onChange },
    onProblem: (problem) => log.error('job-problem', problem),
  });
  const { mail, mailbox } = openMail(settings, clock);
  // Files of visitors without an account give way to new ones. Called after the services exist.
  const blobs = openBlobs(settings, async (bytes) => void (await evictAnonymous(converting.conversions, bytes)));
  const studio = createStudio({ settings, database, clock, blobs, jobs, secret, log });
  const payment = await openPayments({ settings, database, clock, jobs, log, secret });
  const paid = payment && { payment, checkPayment: () => reachAll(payment) };
  const metrics = new Registry();
  const converting = openConversions({ settings, database, clock, blobs, jobs, secret, log });
  const disk = openDisk(settings, settings.dataDir);
  return {
    ...converting,
    settings,
    database,
    clock,
    accounts,
    apiKeys: openApiKeys(database, clock),
    ...openIssuer(settings, clock),
    ledger,
    entitle,
    jobs,
    disk,
    blobs,
    studio,
    mail,
    mailbox,
    ...openFeedback({ settings, database, clock, log }, { secret, mail, disk }),
    metrics,
    conversionDuration: createConversionDuration(metrics),
    ...paid,
  };
}

function openApiKeys(database: Database, { now }: DatabaseClock): ApiKeys {
  const onRevoke = (sql: Sql, id: string, keyId: string) => revokeWebhooksOfKey(sql, personOwner(id), keyId, now());
  return createApiKeys({ database, now, onRevoke });
}

/** The issuer at which people can sign in. Its metadata are read when somebody does, so that the site starts without it. */
function openIssuer({ singleSignOn }: Settings, clock: DatabaseClock): Pick<Services, 'issuer'> {
  if (!singleSignOn) return {};
  const outbound = createOutbound({ reachable: singleSignOn.reachable });
  return { issuer: createIssuer({ ...singleSignOn, outbound, skewMs: clock.skewMs }) };
}

/** What visitors tell the operator. */
function openFeedback(
  { settings, database, clock: { now }, log }: Opened,
  { secret, mail, disk }: { readonly secret: string; readonly mail: MailTransport; readonly disk: Disk },
): Pick<Services, 'contact' | 'analytics' | 'ratings'> {
  const contact = createContact({
    sql: database,
    secret,
    ways: contactWays(settings, { mail, number: () => reserveMessageId(database) }),
    onProblem: (problem) => log.error('contact-not-passed-on', problem),
    now,
  });
  const hasSpace = async () => (await disk.state()) === 'enough';
  return {
    contact,
    analytics: createAnalytics({ sql: database, now, hasSpace }),
    ratings: createRatings({ sql: database, secret, now }),
  };
}

/** Deletes a user's data outside the accounts tables, in the transaction that deletes the account. */
async function eraseUser(
  sql: Sql,
  person: Person,
  { clock: { now }, secret, jobs }: { readonly clock: DatabaseClock; readonly secret: string; readonly jobs: Jobs },
): Promise<void> {
  await deleteStudioData(sql, person.id);
  await deleteOwnerData(sql, personOwner(person.id), now());
  await forgetInvitations(sql, person.email);
  // Locks the payment before the credits, in the same order as payment processing, to avoid deadlocks.
  await unlinkBuyer(sql, person.id, now(), buyerTracesOf(secret));
  // Ends a subscription at the service, as this transaction records it.
  await jobs.send(JOB_KINDS.payments, {}, { sql });
  await createLedger(sql, now).closeAccount(person.id, addressKey(secret, person));
  await deleteMailTo(sql, person.email);
}

/** Opens the operator's mail server, or a folder. */
function openMail({ smtpUrl, mailFrom, dataDir }: Settings, { now }: DatabaseClock): Pick<Services, 'mail' | 'mailbox'> {
  const mailbox = path.join(dataDir, 'mailbox');
  return {
    mailbox,
    mail: smtpUrl ? createSmtpTransport({ url: smtpUrl, from: mailFrom }) : createFileMailbox(mailbox, mailFrom, now),
  };
}

async function applyMode({ mode, dataDir }: Settings, accounts: Accounts, entitle: Services['entitle']): Promise<void> {
  if (mode === 'demo') {
    await entitle(await accounts.seedDemo(DEMO_ACCOUNT));
  } else if (await accounts.hasDemo()) {
    throw new SettingsError(
      `SITE_MODE: this database has the account of demo mode, whose password everybody knows. Use another DATA_DIR (now ${dataDir}) or DATABASE_URL.`,
    );
  }
}

function entitlement(ledger: Ledger, clock: DatabaseClock, secret: string): Services['entitle'] {
  return async (person, sql) => {
    const { entitle, entitleFree } = sql ? createLedger(sql, clock.now) : ledger;
    const { credits, cycle } = PLANS[person.demo ? 'demo' : 'free'];
    const given = { userId: person.id, credits, cycle, startsAt: person.joinedAt };
    if (person.demo) await entitle({ ...given, plan: 'demo' });
    else await entitleFree({ ...given, addressKey: addressKey(secret, person) });
  };
}

/** Recognises the mailbox of an account after its deletion, without storing it. */
function addressKey(secret: string, { email }: Person): string {
  return createHmac('sha256', secret)
    .update(`free-credits\0${normalisedAddress(email)}`)
    .digest('base64url');
}

/** @param drainMs milliseconds that running jobs get to finish; the others return to the queue */
export async function closeServices(services: Services, drainMs = services.settings.drainMs): Promise<void> {
  const { clock, conversions, database, jobs, mail } = services;
  await jobs.stop(drainMs);
  await flushRemovals(conversions);
  await conversions.signals.close();
  mail.close();
  clock.close();
  await database.close();
}
