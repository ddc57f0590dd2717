import type { CreditOrigin, CreditPurpose, StatementRowView } from '@bakkum/api-contract/billing/credits';
import { isPlanId, type PlanId } from '@bakkum/api-contract/billing/plans';
import type { Translate } from './message.ts';
import { PLAN_WORDS } from './plan-words.ts';
import type { Strings } from './strings.en.ts';

/** Namespaces with the texts of a statement, for the page and the CSV file. */
export type StatementWords = {
  readonly credits: Translate<Strings['credits']>;
  readonly shell: Translate<Strings['shell']>;
};

const ORIGINS = {
  pack: 'originPack',
  promotion: 'originPromotion',
  goodwill: 'originGoodwill',
  operator: 'originOperator',
} as const satisfies Readonly<Record<Exclude<CreditOrigin, PlanId>, string>>;

/** Where credits come from: the name of a plan, or a pack or gift. */
export function originText({ credits, shell }: StatementWords, origin: CreditOrigin): string {
  return isPlanId(origin) ? shell(PLAN_WORDS[origin]) : credits(ORIGINS[origin]);
}

const PURPOSES = {
  images: (t, count) => t('purposeImages', { count }),
  refinement: (t) => t('purposeRefinement'),
  upscale: (t, count) => t('purposeUpscale', { count }),
  extension: (t) => t('purposeExtension'),
  background: (t) => t('purposeBackground'),
  variations: (t, count) => t('purposeVariations', { count }),
} as const satisfies Readonly<Record<CreditPurpose, (t: StatementWords['credits'], count: number) => string>>;

/** Returns the description of a statement row. */
export function statementText(words: StatementWords, row: StatementRowView): string {
  const { credits: t } = words;
  switch (row.kind) {
    case 'order':
      return PURPOSES[row.purpose](t, row.order?.count ?? 1);
    case 'grant':
      return isPlanId(row.origin) ? t('entryPlan', { plan: originText(words, row.origin) }) : originText(words, row.origin);
    case 'expire':
      if (row.early) return t('entryReplaced');
      return isPlanId(row.origin) ? t('entryExpired') : t('entryOriginExpired', { origin: originText(words, row.origin) });
    case 'claw_back':
      return t(row.disputed ? 'entryReversed' : 'entryClawedBack', { origin: originText(words, row.origin) });
  }
}

/** Returns the state of a row's credits; undefined if the description includes it. @param day formats a date */
export function statementState(
  { credits: t }: StatementWords,
  row: StatementRowView,
  day: (moment: string) => string,
): string | undefined {
  if (row.kind === 'order') return orderState(t, row);
  if (row.kind !== 'grant') return undefined;
  const date = day(row.expiresAt);
  if (row.closed) return row.closed === 'expired' ? t('entryOver', { date }) : t(CLOSED[row.closed]);
  return row.remaining > 0 ? t('entryLeft', { count: row.remaining, date }) : t('entryUsed');
}

const CLOSED = { replaced: 'entryEnded', removed: 'entryRemoved' } as const;

type OrderRow = Extract<StatementRowView, { kind: 'order' }>;

function orderState(t: StatementWords['credits'], { state, reserved, spent, lost }: OrderRow): string {
  if (state === 'held') return t('stateHeld', { reserved });
  if (state === 'spent') return t('stateSpent', { count: spent });
  const returned = reserved - spent - lost;
  const parts = [
    ...(state === 'partly-returned' ? [t('statePartlyReturned', { spent, returned })] : []),
    ...(state === 'returned' && (returned > 0 || lost === 0) ? [t('stateReturned', { count: returned })] : []),
    ...(lost > 0 ? [t('stateLost', { count: lost })] : []),
  ];
  return parts.join(' · ');
}
