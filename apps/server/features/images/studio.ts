import { createHmac } from 'node:crypto';
import type { BlobStore } from '@bakkum/blobs/blob-store';
import type { Database } from '@bakkum/database/database';
import { createImageDecoder } from '@bakkum/image-studio/decoding/image-decoder';
import { drawSlot } from '@bakkum/image-studio/drawing';
import { configureProviders } from '@bakkum/image-studio/providers';
import { failSlot } from '@bakkum/image-studio/recovery';
import { STUDIO_TIMES, type Studio } from '@bakkum/image-studio/studio';
import type { Jobs } from '@bakkum/jobs/jobs';
import { analysePrompt } from '@bakkum/prompt-analysis/analyse';
import { IMAGE_PROVIDER_LOADERS, IMAGE_PROVIDERS } from '@bakkum/registry/image-providers.node.gen';
import { machineMemory } from '@bakkum/registry/node/machine-memory.node';
import type { Settings } from '../../config/settings.ts';
import { JOB_KINDS } from '../../jobs/job-kinds.ts';
import type { Log } from '../../observability/log.ts';

/** Images generated concurrently per worker process. They mostly wait for a service. */
const CONCURRENCY = 64;
/** Concurrent processes that decode imported images. Memory limit per process: enough for 64 million pixels of any format. */
const DECODER_CONCURRENCY = 2;
const MAX_DECODER_BYTES = 1.5 * 1024 ** 3;

export type StudioSources = {
  readonly settings: Pick<Settings, 'images' | 'conversions'>;
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly jobs: Jobs;
  readonly secret: string;
  readonly log: Log;
};

/** Creates the image studio with the configured services. */
export function createStudio({ settings, database, blobs, jobs, secret, log }: StudioSources): Studio {
  return {
    database,
    blobs,
    providers: configureProviders(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, settings.images),
    enqueue: async (slotId, sql) => void (await jobs.send(JOB_KINDS.image, { slotId }, { sql })),
    hashOf: (userId) => createHmac('sha256', secret).update(`image-service:${userId}`).digest('hex').slice(0, 32),
    decode: createImageDecoder({
      sandbox: settings.conversions.sandbox,
      ...decoderRoom(machineMemory() / 2),
      onLost: (reason) => log.error('picture-process-lost', { reason }),
    }),
    promptMatch: (prompt) => analysePrompt(prompt)?.confidence ?? 0,
    times: STUDIO_TIMES,
    onProblem: ({ event, detail }) => log.info(event, { detail }),
    onChange: new Set(),
    now: () => new Date(),
  };
}

/** Number of decoders that fit into memory, at least one. */
function decoderRoom(bytes: number): { readonly memoryBytes: number; readonly atOnce: number } {
  const memoryBytes = Math.min(MAX_DECODER_BYTES, bytes);
  return { memoryBytes, atOnce: Math.min(DECODER_CONCURRENCY, Math.floor(bytes / memoryBytes)) };
}

/** Starts generating images in this process. */
export async function startDrawing(jobs: Jobs, studio: Studio): Promise<void> {
  const { retries } = JOB_KINDS.image;
  await jobs.work(
    JOB_KINDS.image,
    async ({ data: { slotId }, retry, signal }) => {
      try {
        await drawSlot(studio, slotId, signal);
      } catch (error) {
        if (retry >= retries && !signal.aborted) await failSlot(studio, slotId);
        throw error;
      }
    },
    CONCURRENCY,
  );
}
