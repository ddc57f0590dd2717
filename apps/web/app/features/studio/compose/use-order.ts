import type { BatchView, GenerationRequest } from '@bakkum/api-contract/images/images';
import { randomId } from '@bakkum/bytes/random-id';
import { MAX_OPEN_ORDERS } from '@bakkum/studio-options/limits';
import type { OfferedSize } from '@bakkum/studio-options/prices';
import { RESOLUTIONS, tierAllows } from '@bakkum/studio-options/resolutions';
import { useMemo, useState } from 'react';
import { useSite } from '../../../document/use-site.ts';
import { useAlive } from '../../../forms/use-alive.ts';
import { dropPendingTask, keepPendingTask } from '../../../session/pending-task.ts';
import type { Session } from '../../../session/session.ts';
import { askToSignIn } from '../../../session/sign-in-prompt.ts';
import { isOpen, type StudioState } from '../studio-state.ts';
import { studioStore } from '../studio-store.ts';
import { type Draft, neededTier, priceOf } from './draft.ts';
import { askedModels, modelFor } from './models.ts';
import { loadPrompts, type PromptHistory, remembered, savePrompts, startHistory } from './prompt-history.ts';
import type { DraftControl } from './use-draft.ts';

/** Why ordering is blocked. */
export type Obstacle =
  | 'blank'
  | 'sending'
  | 'queue-full'
  | 'no-credits'
  | 'too-few'
  | 'premium'
  | 'language'
  | 'size'
  | 'consent';

export type Order = {
  readonly signedIn: boolean;
  readonly price: number;
  /** Only the design studio would draw. */
  readonly free: boolean;
  /** Whether the order is being sent to the server. */
  readonly isSending: boolean;
  readonly current: number | undefined;
  readonly obstacle: Obstacle | undefined;
  /** Starts the order, or asks a visitor to sign in first. */
  readonly send: () => void;
  /** Starts the order. @param key idempotency key, default a new one */
  readonly start: (key?: string) => void;
  /** Keeps the order, so that it starts once the credits that are being bought have arrived. */
  readonly keep: () => void;
  /** Repeats the order of a batch. */
  readonly again: (batch: BatchView) => void;
  readonly history: PromptHistory;
  readonly setHistory: (history: PromptHistory) => void;
  readonly consent: string;
  readonly setConsent: (model: string) => void;
};

/** Returns the order being prepared, with its price and what blocks it. */
export function useOrder({ draft }: DraftControl, state: StudioState, session: Session, consents = useConsent()): Order {
  const alive = useAlive();
  const { imageSizes } = useSite();
  const kept = useMemo(() => startHistory(alive ? loadPrompts() : []), [alive]);
  const [changed, setHistory] = useState<PromptHistory>();
  const history = changed ?? kept;
  const current = session.status === 'signed-in' ? session.balance?.current : undefined;
  const free = isFree(draft, state);
  const obstacle = obstacleTo(draft, state, { current, free, consent: consents.consent });
  const signedIn = session.status === 'signed-in';
  const price = orderPrice(draft, state, imageSizes);
  const start = (key?: string): void => {
    const next = remembered(history, draft.prompt.trim());
    setHistory(next);
    savePrompts(next);
    void studioStore.generate(requestOf(draft, state), key);
  };
  const send = (): void => {
    if (obstacle || session.status === 'unknown') return;
    if (session.status !== 'signed-in') return askToSignIn('generate', { key: randomId(), price });
    dropPendingTask(session.person.email);
    start();
  };
  return {
    signedIn,
    start,
    price,
    free,
    isSending: state.ordering,
    current,
    obstacle,
    send,
    keep: () => keepForLater(session, draft, price),
    again: (batch) => repeat(batch),
    history,
    setHistory,
    ...consents,
  };
}

function keepForLater(session: Session, draft: Draft, price: number): void {
  if (session.status !== 'signed-in' || draft.prompt.trim() === '') return;
  keepPendingTask({ email: session.person.email, path: location.pathname, order: { key: randomId(), price } });
}

function useConsent() {
  const [consent, setConsent] = useState('');
  return { consent, setConsent };
}

/** Returns whether only the design studio would draw. */
export function isFree(draft: Pick<Draft, 'model'>, { studio }: StudioState): boolean {
  return studio !== undefined && askedModels(studio, draft).every(({ design }) => design);
}

/**
 * Returns the price of the draft from the model that will draw it.
 * @param unknown sizes of the site with their prices, until the models are known
 */
export function orderPrice(draft: Draft, { studio }: StudioState, unknown: readonly OfferedSize[] = RESOLUTIONS): number {
  const model = studio && modelFor(studio, draft);
  return priceOf(draft, typeof model === 'object' ? model.resolutions : unknown);
}

type Means = { readonly current: number | undefined; readonly free: boolean; readonly consent: string };

/** Returns the first reason that blocks the order, the most relevant first. */
export function obstacleTo(draft: Draft, state: StudioState, { current, free, consent }: Means): Obstacle | undefined {
  if (state.ordering) return 'sending';
  if (state.batches.filter(isOpen).length >= MAX_OPEN_ORDERS) return 'queue-full';
  const left = free ? undefined : current;
  if (left !== undefined && left <= 0) return 'no-credits';
  if (draft.prompt.trim() === '') return 'blank';
  if (state.studio && !tierAllows(state.studio.tier, neededTier(draft))) return 'premium';
  const model = state.studio && modelFor(state.studio, draft);
  if (typeof model === 'string') return model;
  if (left !== undefined && left < orderPrice(draft, state)) return 'too-few';
  return needsConsent(draft, state, consent) ? 'consent' : undefined;
}

function needsConsent({ model }: Draft, { studio }: StudioState, consent: string): boolean {
  return studio?.models.some(({ id, needsConsent: asks }) => id === model && asks && id !== consent) ?? false;
}

/** Drops choices that no longer exist. */
function requestOf(draft: Draft, { studio, boards }: StudioState): GenerationRequest {
  const { prompt, negativePrompt, style, aspectRatio, resolution, count, seed, model, board } = draft;
  return {
    prompt: prompt.trim(),
    aspectRatio,
    resolution,
    count,
    ...(style && { style }),
    ...(negativePrompt.trim() && { negativePrompt: negativePrompt.trim() }),
    ...(seed && { seed: Number(seed) }),
    ...(studio?.models.some(({ id }) => id === model) && { model }),
    ...(boards.some(({ id }) => id === board) && { boardId: board }),
  };
}

function repeat({ settings, refinement }: BatchView): void {
  if (refinement) {
    const { model, provider } = settings;
    const { imageId, instructions, strength } = refinement;
    const chosen = model ? { model } : provider && { provider };
    const request = { instructions, ...chosen, ...(strength !== undefined && { strength }) };
    void studioStore.refine(imageId, request, randomId()).then((failure) => studioStore.showFailure(failure));
    return;
  }
  const { prompt, negativePrompt, style, aspectRatio, resolution, provider, model } = settings;
  const count = ([1, 2, 4, 8] as const).find((size) => size === settings.count) ?? 1;
  void studioStore.generate({
    prompt,
    aspectRatio,
    resolution,
    count,
    ...(style && { style }),
    ...(negativePrompt && { negativePrompt }),
    ...(provider && { provider }),
    ...(model && { model }),
  });
}
