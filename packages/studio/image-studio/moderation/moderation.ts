/** Checks a prompt before any credits are reserved: the word list, then the moderation of a service, if available. */
import { z } from 'zod';
import type { EnabledModel, Studio } from '../studio.ts';
import { refusedWords } from './word-list.ts';

const PATIENCE_MS = 10_000;
/** Refusals per hour after which an account has to wait. */
const MAX_REFUSALS = 30;
const WINDOW_MS = 60 * 60_000;

/**
 * The refused parts of a prompt: words, or categories reported by a service. Empty when it may be drawn.
 * @param first the model that would draw; its service is asked first
 */
export async function moderate(studio: Studio, userId: string, prompt: string, first: EnabledModel): Promise<readonly string[]> {
  const words = refusedWords(prompt);
  if (words.length > 0) {
    await noteRefusal(studio, userId, 'words', words);
    return words;
  }
  const categories = await askService(studio, prompt, first);
  if (categories.length > 0) await noteRefusal(studio, userId, 'moderation', categories);
  return categories;
}

/**
 * Uses the first service that can check a prompt without drawing it. A failed check does not refuse the prompt, because the
 * drawing services check again.
 */
async function askService({ models, onProblem }: Studio, prompt: string, first: EnabledModel): Promise<readonly string[]> {
  for (const { client } of [first, ...models]) {
    const service = await client();
    if (!service.moderate) continue;
    try {
      return await service.moderate(prompt, { signal: AbortSignal.timeout(PATIENCE_MS) });
    } catch (error) {
      onProblem({ event: 'image-moderation', detail: error instanceof Error ? error.message : 'unknown' });
      return [];
    }
  }
  return [];
}

export async function noteRefusal(
  { database, now }: Pick<Studio, 'database' | 'now'>,
  userId: string,
  stage: 'words' | 'moderation' | 'provider' | 'output' | 'import',
  categories: readonly string[],
): Promise<void> {
  const values = [userId, stage, [...categories], now()];
  await database.query('insert into studio.refusals (user_id, stage, categories, at) values ($1, $2, $3, $4)', values);
}

/** Whether this account had so many refusals recently that it has to wait. */
export async function isRefusedTooOften({ database, now }: Pick<Studio, 'database' | 'now'>, userId: string): Promise<boolean> {
  const [row] = await database.query('select count(*) as refusals from studio.refusals where user_id = $1 and at > $2', [
    userId,
    new Date(now().getTime() - WINDOW_MS),
  ]);
  return z.object({ refusals: z.number() }).parse(row).refusals >= MAX_REFUSALS;
}
