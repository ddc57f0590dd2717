import { createHmac } from 'node:crypto';
import type { BlobStore } from '@bakkum/blobs/blob-store';
import type { Conversions } from '@bakkum/conversion-jobs/service';
import { openSignals } from '@bakkum/conversion-jobs/signals';
import type { Database } from '@bakkum/database/database';
import type { DatabaseClock } from '@bakkum/database/database-clock';
import type { Jobs } from '@bakkum/jobs/jobs';
import { createOutbound, type Outbound } from '@bakkum/outbound/outbound';
import type { ProcessHost } from '@bakkum/registry/node/process-host.node';
import { openBackup } from '../../blobs.ts';
import type { Settings } from '../../config/settings.ts';
import { createFileSlots, type FileSlots } from '../../http/files/file-slots.ts';
import { createHeldRequests, type HeldRequests } from '../../http/requests/held-requests.ts';
import { JOB_KINDS } from '../../jobs/job-kinds.ts';
import type { Log } from '../../observability/log.ts';
import { createUploadSlots, type UploadLimits, type UploadSlots } from './uploads/upload-slots.ts';

export type ConversionServices = {
  readonly conversions: Conversions;
  /** Converter of this process. Opened on first use: reads every engine manifest and probes the machine. */
  readonly converter: () => Promise<ProcessHost>;
  readonly outbound: Outbound;
  /** Limits the files that this process receives at once. */
  readonly uploads: UploadSlots;
  /** Limits the requests that wait for changes in this process. */
  readonly held: HeldRequests;
  /** Limits the stored files that this process sends at once. */
  readonly fileSlots: FileSlots;
  /** Hashes a network address, so that the address is not stored. */
  readonly hashAddress: (address: string) => string;
  /** Hashes a request for its idempotency key. The hash outlives passwords and texts of the request, which nobody can guess from it. */
  readonly hashRequest: (request: unknown) => string;
};

type Sources = {
  readonly settings: Pick<Settings, 'conversions' | 'diskReserve' | 'trustedProxies'>;
  readonly database: Database;
  readonly clock: Pick<DatabaseClock, 'now'>;
  readonly blobs: BlobStore;
  readonly jobs: Jobs;
  /** Secret key of the hashes. */
  readonly secret: string;
  readonly log: Log;
};

/** A stalled upload holds little memory, but its connection does hold some. Refused and ended uploads are sent again later. */
const UPLOAD_LIMITS: UploadLimits = { total: 400, perSource: 60, perAddress: 120 };

/** Event streams and waiting requests of everyone. Each takes a connection and little memory. */
const MAX_HELD = 4000;

/** Opens the services of server conversions. */
export function openConversions({ settings, database, clock, blobs, jobs, secret, log }: Sources): ConversionServices {
  const { atOnce, sandbox, native, reachable } = settings.conversions;
  const onProblem = (error: unknown): void =>
    log.error('conversion-process', { error: error instanceof Error ? error.message : String(error) });
  const told: Conversions['onProblem'] = ({ event, detail }) => log.error(event, { detail });
  const keyedHash = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url');
  let host: Promise<ProcessHost> | undefined;
  return {
    conversions: {
      database,
      blobs,
      backup: openBackup(settings.conversions, settings.diskReserve),
      anonymousBytes: settings.conversions.anonymousBytes,
      freeBytes: settings.conversions.freeBytes,
      signals: openSignals({ database, onProblem: told }),
      wakeDeliveries: async (sql) => void (await jobs.send(JOB_KINDS.webhooks, {}, { sql })),
      now: clock.now,
      onProblem: told,
    },
    converter: () => {
      host ??= import('@bakkum/registry/node/process-host.node').then(({ openProcessHost }) =>
        openProcessHost(sandbox, native, { ...(atOnce !== undefined && { atOnce }), onProblem }),
      );
      return host;
    },
    outbound: createOutbound({ reachable }),
    uploads: createUploadSlots(UPLOAD_LIMITS),
    held: createHeldRequests(MAX_HELD),
    fileSlots: createFileSlots(settings.trustedProxies),
    hashAddress: (address) => keyedHash(`conversions:${address}`),
    hashRequest: (request) => keyedHash(`request:${JSON.stringify(request)}`),
  };
}
