/** What variations and edits ask of a model. */
import type { ImageModel } from '@bakkum/image-provider/model';
import { type StrengthFacts, strengthValue } from '@bakkum/image-provider/strength';
import { readsPrompt } from '@bakkum/studio-options/languages';
import type { BatchRow } from '../rows.ts';

/** For models that follow instructions and take no strength. */
const VARY = 'Draw a variation of this image. Keep its subject, style and colors, and change the composition and small details.';
/** For models that need a description, of an image that has none. */
const SAME = 'The same image with small differences.';

type Varied = { readonly prompt: string; readonly instructions?: string | null | undefined };

/**
 * The words for a model that varies an image. A model that follows instructions receives the description of the image as well, unless it does
 * not read its language: it has the image.
 */
export function wordsToVary({ prompt, instructions }: Varied, { edit, languages }: ImageModel): string {
  // The instructions of an image without a prompt may be the name of an imported file.
  const description = prompt && instructions ? `${prompt}, ${instructions}` : prompt;
  if (edit !== 'instructed') return description || SAME;
  return description && readsPrompt(languages, description) ? `${VARY} It shows: ${description}` : VARY;
}

type Ordered = Pick<BatchRow, 'mode' | 'strength'>;

function percentOf({ mode, strength }: Ordered, facts: StrengthFacts): number {
  return strength ?? (mode === 'variation' ? facts.variation : facts.edit);
}

/** How much a model is asked to change, in percent. Undefined if it takes no strength, and where a mask or a canvas says what to change. */
export function strengthOf(batch: Ordered, { strength: facts }: Pick<ImageModel, 'strength'>): number | undefined {
  return facts && (batch.mode === 'edit' || batch.mode === 'variation') ? percentOf(batch, facts) : undefined;
}

/** Modes whose results show what their original shows. */
const COPYING: readonly BatchRow['mode'][] = ['upscale', 'extend', 'remove-background', 'variation'];

/** Whether the result shows what the original shows: it is a copy or a variation of it, or an edit that changes little of it. */
export function showsOriginal(batch: Ordered, { strength: facts }: Pick<ImageModel, 'strength'>): boolean {
  if (COPYING.includes(batch.mode)) return true;
  return facts !== undefined && batch.mode === 'edit' && percentOf(batch, facts) <= facts.showsOriginalUpTo;
}

/** A percentage as a value of the model's own parameter, which every order with an image has. */
export function strengthFor(batch: Ordered, { strength: facts }: Pick<ImageModel, 'strength'>): { readonly strength?: number } {
  return facts ? { strength: strengthValue(facts, percentOf(batch, facts)) } : {};
}
