import type { statementEntry } from '@bakkum/api-contract/billing/credits';
import type { Translate } from '@bakkum/i18n/message';
import type { credits } from '@bakkum/i18n/strings/billing/credits.en';
import type { shell } from '@bakkum/i18n/strings/site/shell.en';
import type { z } from 'zod';
import { planWords } from '../../session/plan-words.ts';

export type StatementEntry = z.infer<typeof statementEntry>;

/** Purposes of reservations. Older entries have `image`. */
const PURPOSES = { images: 'purposeImage', image: 'purposeImage', refinement: 'purposeRefinement' } as const;
const GIFTS = { promotion: 'entryPromotion', goodwill: 'entryGoodwill', operator: 'entryOperator' } as const;

type Words = { readonly t: Translate<typeof credits>; readonly shell: Translate<typeof shell> };

/** Returns the description of a statement entry. */
export function entryWords({ t, shell: plans }: Words, entry: StatementEntry): string {
  const purpose = t(known(PURPOSES, entry.purpose) ?? 'purposeOther');
  switch (entry.kind) {
    case 'grant': {
      const gift = known(GIFTS, entry.source);
      return gift ? t(gift) : t('entryPlan', { plan: plans(planWords(entry.plan)) });
    }
    case 'reserve':
      return t('entryReserved', { purpose });
    case 'settle':
      return entry.spent > 0 ? t('entrySettled', { count: entry.spent, purpose }) : t('entryReturned', { purpose });
    case 'expire':
      return t('entryExpired');
    case 'claw_back':
      return t('entryClawedBack');
  }
}

function known<Words extends string>(words: Readonly<Record<string, Words>>, name: string | undefined): Words | undefined {
  return name !== undefined && Object.hasOwn(words, name) ? words[name] : undefined;
}
