import { FILE_LIMITS } from './limits.ts';
import type { PlanId } from './plans.ts';

/** Who asks the server to convert: nobody it knows, an account, a paid one, one the operator agreed figures with. */
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
 * How results are kept. Temporary: for a day at most. Persistent: for the time that is asked for, with an account. Archive: until
 * their owner deletes them, within the account's archive.
 */
export const STORAGES = ['temporary', 'persistent', 'archive'] as const;
export type Storage = (typeof STORAGES)[number];

/** Retentions that each kind of storage may have; in the archive nothing expires. */
export const STORAGE_RETENTIONS: Readonly<Record<Storage, readonly Retention[]>> = {
  temporary: ['1h', '24h'],
  persistent: RETENTIONS,
  archive: RETENTIONS,
};
/** What does not fit into the archive is persistent for so long. */
export const BESIDE_ARCHIVE: Retention = '30d';

/** What is meant where only a time is asked for. */
export function storageFor(retention: Retention): Storage {
  return STORAGE_RETENTIONS.temporary.includes(retention) ? 'temporary' : 'persistent';
}

export type ConversionLimits = {
  /** Requests an hour that begin something: an upload, a job, another try, a message sent again. */
  readonly commandsPerHour: number;
  /** All others: looking, and the bytes of an upload that was begun. Polling every two seconds must fit. */
  readonly readsPerHour: number;
  /** Of one file. */
  readonly fileBytes: number;
  /** Jobs that wait or are at work. */
  readonly openJobs: number;
  /** Of those, at work at the same time. */
  readonly atOnce: number;
  /** Uploads and results together. */
  readonly storedBytes: number;
  /** Of one job, from its start. */
  readonly minutes: number;
  readonly retentions: readonly Retention[];
  readonly storages: readonly Storage[];
  /** Of what is stored, results that never expire. Less than all, so that the archive never keeps from converting. */
  readonly archivedBytes: number;
};

/** A visitor who polls one job reads 1,800 times an hour. */
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
  minutes: 60,
  retentions: RETENTIONS,
  storages: STORAGES,
  archivedBytes: 10_000_000_000,
};

/** What each tier may do: the only place where these numbers stand. */
export const CONVERSION_LIMITS: Readonly<Record<ConversionTier, ConversionLimits>> = {
  anonymous: { ...FREE, retentions: ['1h', '24h'], storages: ['temporary'], archivedBytes: 0 },
  free: FREE,
  pro: PRO,
  // The operator says how many commands; these stand where they do not.
  enterprise: { ...PRO, ...reads(10_000), atOnce: 8, storedBytes: 200_000_000_000, archivedBytes: 100_000_000_000 },
};

/** The same figures for an operator who agreed other numbers of commands. */
export function withCommands(limits: ConversionLimits, commandsPerHour: number): ConversionLimits {
  return { ...limits, ...reads(commandsPerHour) };
}

export function tierOfPlan(plan: PlanId): ConversionTier {
  return plan === 'free' ? 'free' : 'pro';
}
