/** Checks a prompt before any credits are reserved: the rule set, then the moderation of a service, if available. */
import { harmlessText, promptOf } from '@bakkum/image-provider/prompt-text';
import { z } from 'zod';
import type { EnabledModel, PromptCheck, Studio } from '../studio.ts';
import { type Broken, brokenRules, isUndressing, reversedExclusions, STRICT_RULES } from './rules.ts';

const PATIENCE_MS = 10_000;
/** Refusals per hour after which an account has to wait. */
const MAX_REFUSALS = 30;
const WINDOW_MS = 60 * 60_000;

/** What a prompt asks for, in the words that are sent to the models. */
export type Moderated = {
  readonly prompt: string;
  /** What to leave out. */
  readonly without?: string | null | undefined;
  /** Whether it changes an image that the person uploaded, or one made from it. */
  readonly ofUpload?: boolean;
};

export type Verdict =
  | { readonly outcome: 'passed' }
  /** The refused parts: words of the prompt, or categories reported by a service. */
  | { readonly outcome: 'refused'; readonly terms: readonly string[] }
  /** The configured check does not work, and a model that might draw does not check prompts itself. */
  | { readonly outcome: 'unchecked' };

/**
 * Checks a prompt by the rule set, then by the configured moderator or the first service that checks prompts without drawing. A check
 * that fails refuses nothing if every model that might draw checks the prompt again.
 * @param chain the models that might draw, in order
 */
export async function moderate(
  studio: Studio,
  userId: string,
  words: Moderated,
  chain: readonly EnabledModel[],
): Promise<Verdict> {
  const prompt = harmlessText(words.prompt);
  const without = harmlessText(words.without ?? '');
  const isWords = without !== '' && chain.some(readsExclusionsAsWords);
  const broken = [...brokenRules({ ...words, prompt, without }), ...(isWords ? brokenExclusions(prompt, without, words) : [])];
  if (broken.length > 0) {
    await noteRefusal(studio, userId, 'words', [...new Set(broken.map(({ category }) => category))]);
    return { outcome: 'refused', terms: [...new Set(broken.flatMap(({ terms }) => terms))] };
  }
  const categories = await askModerator(studio, isWords || isUndressing(without) ? promptOf({ prompt, without }) : prompt, chain);
  if (categories === 'failed') return chain.every(isModerated) ? { outcome: 'passed' } : { outcome: 'unchecked' };
  if (categories.length === 0) return { outcome: 'passed' };
  await noteRefusal(studio, userId, 'moderation', categories);
  return { outcome: 'refused', terms: categories };
}

/** What the things to leave out break where a model reads them as words: alone, or together with the prompt. */
function brokenExclusions(prompt: string, without: string, { ofUpload = false }: Moderated): readonly Broken[] {
  const reversed = reversedExclusions(without);
  return [
    ...brokenRules({ prompt: without }, STRICT_RULES),
    ...(reversed === '' ? [] : brokenRules({ prompt: `${prompt}\n${reversed}`, ofUpload }, STRICT_RULES)),
  ];
}

/** Models without a field for what to leave out receive it in the prompt, where a person can write anything else. */
function readsExclusionsAsWords({ manifest, model }: EnabledModel): boolean {
  return !model.negativePrompt && !manifest.design;
}

/** Designs show nothing that their own lists of figures do not hold. */
function isModerated({ manifest, model }: EnabledModel): boolean {
  return model.moderated || manifest.design;
}

async function askModerator(
  studio: Studio,
  prompt: string,
  chain: readonly EnabledModel[],
): Promise<readonly string[] | 'failed'> {
  const check: PromptCheck | undefined = studio.checkPrompt ?? (await serviceCheck([...chain, ...studio.models]));
  if (!check) return [];
  try {
    return await check(prompt, AbortSignal.timeout(PATIENCE_MS));
  } catch (error) {
    studio.onProblem({ event: 'image-moderation', detail: error instanceof Error ? error.message : 'unknown' });
    return 'failed';
  }
}

/** The check of the first service that has one. */
async function serviceCheck(models: readonly EnabledModel[]): Promise<PromptCheck | undefined> {
  for (const { client } of models) {
    const service = await client();
    if (service.moderate) return async (prompt, signal) => (await service.moderate?.(prompt, { signal })) ?? [];
  }
  return undefined;
}

/**
 * Checks a finished image. A failed check withholds it unless its model checks images itself.
 * @returns the categories that must not be shown; undefined if the check failed and nothing else checked the image
 */
export async function checkPicture(
  { check, onProblem }: Pick<Studio, 'check' | 'onProblem'>,
  picture: Uint8Array<ArrayBuffer>,
  moderated: boolean,
): Promise<readonly string[] | undefined> {
  try {
    return (await check?.(picture)) ?? [];
  } catch (error) {
    onProblem({ event: 'image-output-check', detail: error instanceof Error ? error.message : 'unknown' });
    return moderated ? [] : undefined;
  }
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
