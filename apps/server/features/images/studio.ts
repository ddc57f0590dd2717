import { createHmac } from 'node:crypto';
import type { BlobStore } from '@bakkum/blobs/blob-store';
import { countRequest } from '@bakkum/conversion-jobs/requests';
import type { Database } from '@bakkum/database/database';
import type { DatabaseClock } from '@bakkum/database/database-clock';
import type { Sql } from '@bakkum/database/sql';
import { createChat } from '@bakkum/image-studio/assistants/chat';
import { createImageDecoder } from '@bakkum/image-studio/decoding/image-decoder';
import { drawSlot } from '@bakkum/image-studio/drawing';
import { enableBackgroundRemovers, enableModels, enableUpscalers } from '@bakkum/image-studio/enabled-models';
import { chatModerator, moderationEndpoint } from '@bakkum/image-studio/moderation/moderators';
import { failSlot } from '@bakkum/image-studio/recovery';
import { type Designs, STUDIO_TIMES, type Studio } from '@bakkum/image-studio/studio';
import type { Jobs } from '@bakkum/jobs/jobs';
import { IMAGE_PROVIDER_LOADERS, IMAGE_PROVIDERS } from '@bakkum/registry/image-providers.node.gen';
import { machineMemory } from '@bakkum/registry/node/machine-memory.node';
import type { Tier } from '@bakkum/studio-options/resolutions';
import { SANDBOX_ADVICE } from '../../config/conversion-settings.ts';
import type { ImageAssistants } from '../../config/image-assistants.ts';
import type { Settings } from '../../config/settings.ts';
import { JOB_KINDS } from '../../jobs/job-kinds.ts';
import type { Log } from '../../observability/log.ts';

/** Images generated concurrently per worker process. They mostly wait for a service. */
const CONCURRENCY = 64;
/** Designs drawn or stored concurrently per worker process, each in its own thread. */
const DESIGN_CONCURRENCY = 2;
/** Concurrent processes that decode imported images. Memory limit per process: enough for 64 million pixels of any format. */
const DECODER_CONCURRENCY = 2;
const MAX_DECODER_BYTES = 1.5 * 1024 ** 3;

export type StudioSources = {
  readonly settings: Pick<Settings, 'images' | 'imageAssistants' | 'imageModels' | 'conversions'>;
  readonly database: Database;
  readonly clock: Pick<DatabaseClock, 'now'>;
  readonly blobs: BlobStore;
  readonly jobs: Jobs;
  readonly secret: string;
  readonly log: Log;
};

/** Creates the image studio with the configured services. */
export function createStudio({ settings, database, clock, blobs, jobs, secret, log }: StudioSources): Studio {
  const models = enableModels(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, settings.images, settings.imageModels);
  return {
    database,
    blobs,
    models,
    upscalers: enableUpscalers(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, settings.images, models),
    backgroundRemovers: enableBackgroundRemovers(IMAGE_PROVIDERS, IMAGE_PROVIDER_LOADERS, settings.images, models),
    enqueue: async (slotId, sql, kind) => void (await jobs.send(JOB_KINDS[kind], { slotId }, { sql })),
    countDesigns: (sql, designs) => countDesigns(sql, designs, clock.now()),
    hashOf: (userId) => createHmac('sha256', secret).update(`image-service:${userId}`).digest('hex').slice(0, 32),
    decode: createImageDecoder({
      sandbox: settings.conversions.sandbox,
      ...decoderRoom(machineMemory() / 2),
      onLost: (reason) => log.error('picture-process-lost', { reason }),
      onUnprotected: () => log.error('pictures-not-isolated', { advice: SANDBOX_ADVICE }),
    }),
    ...checksOf(settings.imageAssistants),
    ...(settings.imageAssistants.chat && { chat: createChat(settings.imageAssistants.chat) }),
    times: STUDIO_TIMES,
    onProblem: ({ event, detail }) => log.info(event, { detail }),
    freeBytes: settings.conversions.freeImageBytes,
    onChange: new Set(),
    now: clock.now,
  };
}

const OUTPUT_CHECK_MS = 20_000;

/** The configured checks of prompts and images. A moderation endpoint is preferred to a chat model, which reads only prompts. */
function checksOf({ chat, moderation }: ImageAssistants): Pick<Studio, 'check' | 'checkPrompt'> {
  const moderator = moderation ? moderationEndpoint(moderation) : chat && chatModerator(createChat(chat));
  if (!moderator) return {};
  const { prompt, image } = moderator;
  return {
    checkPrompt: prompt,
    ...(image && { check: (picture) => image(picture, AbortSignal.timeout(OUTPUT_CHECK_MS)) }),
  };
}

/** Number of decoders that fit into memory, at least one. */
function decoderRoom(bytes: number): { readonly memoryBytes: number; readonly atOnce: number } {
  const memoryBytes = Math.min(MAX_DECODER_BYTES, bytes);
  return { memoryBytes, atOnce: Math.min(DECODER_CONCURRENCY, Math.floor(bytes / memoryBytes)) };
}

/** Designs of one person per hour, as the credits that the same images would cost from a service. */
const DESIGNS_PER_HOUR: Readonly<Record<Tier, number>> = { free: 120, premium: 600, annual: 1500 };
/** The same for all people of one network address. */
const DESIGNS_PER_ADDRESS = 1500;

async function countDesigns(
  sql: Sql,
  { buyer: { userId, tier, place }, amount }: Designs,
  now: Date,
): Promise<number | undefined> {
  const counts = [await countRequest(sql, `designs:person:${userId}`, DESIGNS_PER_HOUR[tier], now, amount)];
  if (place !== undefined) counts.push(await countRequest(sql, `designs:place:${place}`, DESIGNS_PER_ADDRESS, now, amount));
  const waits = counts.flatMap(({ allowed, resetsAt }) =>
    allowed ? [] : [Math.ceil((resetsAt.getTime() - now.getTime()) / 1000)],
  );
  return waits.length === 0 ? undefined : Math.max(1, ...waits);
}

/** Starts generating images in this process. */
export async function startDrawing(jobs: Jobs, studio: Studio): Promise<void> {
  await drawSlots(jobs, studio, JOB_KINDS.image, CONCURRENCY);
  await drawSlots(jobs, studio, JOB_KINDS.design, DESIGN_CONCURRENCY);
}

type DrawingKind = (typeof JOB_KINDS)['image' | 'design'];

async function drawSlots(jobs: Jobs, studio: Studio, kind: DrawingKind, concurrency: number): Promise<void> {
  const { retries } = kind;
  await jobs.work(
    kind,
    async ({ data: { slotId }, retry, signal }) => {
      try {
        await drawSlot(studio, slotId, signal);
      } catch (error) {
        if (retry >= retries && !signal.aborted) await failSlot(studio, slotId);
        throw error;
      }
    },
    concurrency,
  );
}
