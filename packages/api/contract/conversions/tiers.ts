import type { PlanId } from '../billing/plans.ts';
import { FILE_LIMITS } from '../limits.ts';

/**
 * Tier of a client of the conversion API: anonymous, with an account, with a paid plan, or with limits agreed with the operator.
 */
export const CONVERSION_TIERS = ['anonymous', 'free', 'pro', 'enterprise'] as const;
export type ConversionTier = (typeof CONVERSION_TIERS)[number];

/** How long results are kept. */
export const RETENTIONS = ['1h', '24h', '7d', '30d'] as const;
export type Retention = (typeof RETENTIONS)[number];

const HOUR_S = 3600;
export const RETENTION_SECONDS: Readonly<Record<Retention, number>> = {
  '1h': HOUR_S,
  '24h': 24 * HOUR_S,
  '7d': 7 * 24 * HOUR_S,
  '30d': 30 * 24 * HOUR_S,
};
export const DEFAULT_RETENTION: Retention = '24h';

/**
 * How results are stored. Temporary: at most one day. Persistent: for the requested time, with an account. Archive: until the
 * owner deletes them, within the account's archive quota.
 */
export const STORAGES = ['temporary', 'persistent', 'archive'] as const;
export type Storage = (typeof STORAGES)[number];

/** Retentions allowed for each storage type; results in the archive never expire. */
export const STORAGE_RETENTIONS: Readonly<Record<Storage, readonly Retention[]>> = {
  temporary: ['1h', '24h'],
  persistent: RETENTIONS,
  archive: RETENTIONS,
};
/** Retention of results that do not fit into the archive. */
export const RETENTION_BEYOND_ARCHIVE: Retention = '30d';

/** The storage type implied when only a retention is given. */
export function storageFor(retention: Retention): Storage {
  return STORAGE_RETENTIONS.temporary.includes(retention) ? 'temporary' : 'persistent';
}

export type ConversionLimits = {
  /** Requests per hour that start something: an upload, a job, a retry, a webhook redelivery. */
  readonly commandsPerHour: number;
  /** All other requests per hour: reads, and the bytes of a started upload. Polling every two seconds must fit. */
  readonly readsPerHour: number;
  /** Maximum bytes of one file. */
  readonly fileBytes: number;
  /** Maximum jobs queued or running. */
  readonly openJobs: number;
  /** Maximum of those running at the same time. */
  readonly atOnce: number;
  /** Maximum bytes of uploads and results together. */
  readonly storedBytes: number;
  /** Maximum minutes until a new job starts. While the queue is longer, new jobs are refused. */
  readonly waitMinutes: number;
  /** Maximum minutes of one job, from its start. */
  readonly minutes: number;
  readonly retentions: readonly Retention[];
  readonly storages: readonly Storage[];
  /** Maximum bytes in results that never expire. Less than `storedBytes`, so that a full archive never blocks conversions. */
  readonly archivedBytes: number;
};

/** A client polling one job every two seconds makes 1,800 reads per hour. */
const READS_PER_COMMAND = 20;

const reads = (commandsPerHour: number): Pick<ConversionLimits, 'commandsPerHour' | 'readsPerHour'> => ({
  commandsPerHour,
  readsPerHour: commandsPerHour * READS_PER_COMMAND,
});

const FREE: ConversionLimits = {
  ...reads(100),
  fileBytes: FILE_LIMITS.free.bytes,
  openJobs: FILE_LIMITS.free.files,
  atOnce: 2,
  storedBytes: 1_000_000_000,
  waitMinutes: 10,
  minutes: 10,
  retentions: RETENTIONS,
  storages: STORAGES,
  archivedBytes: 500_000_000,
};
const PRO: ConversionLimits = {
  ...reads(1000),
  fileBytes: FILE_LIMITS.premium.bytes,
  openJobs: FILE_LIMITS.premium.files,
  atOnce: 4,
  storedBytes: 20_000_000_000,
  waitMinutes: 30,
  minutes: 60,
  retentions: RETENTIONS,
  storages: STORAGES,
  archivedBytes: 10_000_000_000,
};

/** Limits of each tier. These numbers are defined only here. */
export const CONVERSION_LIMITS: Readonly<Record<ConversionTier, ConversionLimits>> = {
  anonymous: { ...FREE, retentions: ['1h', '24h'], storages: ['temporary'], archivedBytes: 0 },
  free: FREE,
  pro: PRO,
  // The operator configures the command limit; this default applies otherwise.
  enterprise: { ...PRO, ...reads(10_000), atOnce: 8, storedBytes: 200_000_000_000, archivedBytes: 100_000_000_000 },
};

/** The same limits with a different number of commands per hour. */
export function withCommands(limits: ConversionLimits, commandsPerHour: number): ConversionLimits {
  return { ...limits, ...reads(commandsPerHour) };
}

export function tierOfPlan(plan: PlanId): ConversionTier {
  return plan === 'free' ? 'free' : 'pro';
}
