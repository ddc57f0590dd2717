import { createHmac } from 'node:crypto';
import type { BlobStore } from '@bakkum/blobs/blob-store';
import type { Database } from '@bakkum/database/database';
import { drawSlot } from '@bakkum/image-studio/drawing';
import { configureProviders } from '@bakkum/image-studio/providers';
import { giveUpSlot } from '@bakkum/image-studio/recovery';
import { STUDIO_TIMES, type Studio } from '@bakkum/image-studio/studio';
import type { Jobs } from '@bakkum/jobs/jobs';
import { analysePrompt } from '@bakkum/prompt-analysis/analyse';
import { IMAGE_PROVIDER_LOADERS, IMAGE_PROVIDERS } from '@bakkum/registry/image-providers.node.gen';
import { JOB_KINDS } from './job-kinds.ts';
import type { Log } from './log.ts';
import type { Settings } from './settings.ts';

/** Images drawn at once by a process that works. Most of the time they wait for a service. */
const AT_ONCE = 64;

export type StudioSources = {
  readonly settings: Pick<Settings, 'images'>;
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly jobs: Jobs;
  readonly secret: string;
  readonly log: Log;
};

/** The image studio with the services the operator set up. */
export function createStudio({ settings, database, blobs, jobs, secret, log }: StudioSources): Studio {
  return {
    database,
    blobs,
    providers: configureProviders(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, settings.images),
    enqueue: async (slotId, sql) => void (await jobs.send(JOB_KINDS.image, { slotId }, { sql })),
    hashOf: (userId) => createHmac('sha256', secret).update(`image-service:${userId}`).digest('hex').slice(0, 32),
    promptMatch: (prompt) => analysePrompt(prompt)?.confidence ?? 0,
    times: STUDIO_TIMES,
    onProblem: ({ event, detail }) => log.info(event, { detail }),
    now: () => new Date(),
  };
}

/** Makes this process one of those that draw. */
export async function startDrawing(jobs: Jobs, studio: Studio): Promise<void> {
  const { retries } = JOB_KINDS.image;
  await jobs.work(
    JOB_KINDS.image,
    async ({ data: { slotId }, retry, signal }) => {
      try {
        await drawSlot(studio, slotId, signal);
      } catch (error) {
        if (retry >= retries && !signal.aborted) await giveUpSlot(studio, slotId);
        throw error;
      }
    },
    AT_ONCE,
  );
}
