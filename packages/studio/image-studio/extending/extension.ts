/** What an extension asks of a model. */
import type { Size } from '@bakkum/image-provider/drawn-size';
import { drawsNatively } from '@bakkum/image-provider/drawn-size';
import type { ExtendFacts, ImageModel } from '@bakkum/image-provider/model';
import { type Edges, extendedSize } from '@bakkum/studio-options/extending';
import { readsPrompt } from '@bakkum/studio-options/languages';
import { z } from 'zod';

const pixels = z.number().int().min(0);

/** As stored with the order. */
export const extension = z.object({
  left: pixels,
  right: pixels,
  up: pixels,
  down: pixels,
  /** What to draw there, in the person's words; empty to continue what the image shows. */
  words: z.string(),
});
export type Extension = z.infer<typeof extension>;

/** What to extend: an image, its edges and its words. */
export type Extended = {
  /** Size of the given image. */
  readonly from: Size;
  readonly edges: Edges;
  readonly words: string;
  /** Prompt of the image; empty if it was imported. */
  readonly prompt: string;
  readonly negativePrompt?: string | null | undefined;
  /** Whether the drawing of a design is known. */
  readonly isDesign: boolean;
};

/** For models that receive an image with an empty part and no words about it. */
const CONTINUE = 'Continue the image beyond its edges.';

/**
 * The words for a model that draws beyond the edges. Models that take edges need none. A description of the image would draw its subject
 * again beside it, so it is sent only to models that need a description, and only where the person gave no words.
 */
export function wordsToExtend({ prompt, words }: Pick<Extended, 'prompt' | 'words'>, { extend, edit }: ImageModel): string {
  if (extend?.kind === 'edges') return words;
  if (edit === 'instructed') return `${CONTINUE} ${words}`.trim();
  return words || prompt || CONTINUE;
}

/** Whether a model can draw this much beyond the edges of this image, and reads everything that it would be sent. */
export function extendsImage(model: ImageModel, extended: Extended): boolean {
  const facts = model.extend;
  if (!facts) return false;
  if (facts.kind === 'format') return extended.isDesign && drawsNatively(model.sizes, sizeOf(extended));
  return fits(facts, model, extended) && readsExtension(model, extended);
}

/** Whether a model reads the words of an extension, and what to leave out if it is sent. */
export function readsExtension(model: ImageModel, extended: Extended): boolean {
  const without = sendsExclusions(model) ? extended.negativePrompt : undefined;
  return readsPrompt(model.languages, `${wordsToExtend(extended, model)}\n${without ?? ''}`);
}

/** Models that take edges have no field for what to leave out, and a prompt of little else would draw it. */
export function sendsExclusions({ extend }: ImageModel): boolean {
  return extend?.kind !== 'edges';
}

export function sizeOf({ from, edges }: Pick<Extended, 'from' | 'edges'>): Size {
  return extendedSize(from, edges);
}

function fits(facts: Exclude<ExtendFacts, { kind: 'format' }>, { sizes }: ImageModel, extended: Extended): boolean {
  if (facts.kind === 'canvas') return drawsNatively(sizes, sizeOf(extended));
  const { width, height } = extended.from;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const [fewest, most] = facts.takes.area;
  const area = width * height;
  const isTaken = short >= facts.takes.shortest && area >= fewest && area <= most && long <= short * facts.takes.ratio;
  return isTaken && Object.values(extended.edges).every((side) => side <= facts.longestEdge);
}
