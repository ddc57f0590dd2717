import type { BalanceView } from '@bakkum/api-contract/billing/credits';

/**
 * Thresholds of the specification, as shares of the total: the bar is green above the first, yellow above the second, else red.
 */
const HIGH_SHARE = 0.5;
const MEDIUM_SHARE = 0.2;
/** At or below this share, but above zero, a warning is shown. */
const LOW_SHARE = 0.1;

export type CreditLevel = {
  /** Share of the total, 0 to 1. */
  readonly fraction: number;
  readonly tone: 'success' | 'warning' | 'danger';
  readonly state: 'fine' | 'low' | 'none';
};

/** Returns how full an account is. */
export function creditLevel({ current, total }: Pick<BalanceView, 'current' | 'total'>): CreditLevel {
  const fraction = total > 0 ? Math.min(1, current / total) : 0;
  const tone = fraction > HIGH_SHARE ? 'success' : fraction > MEDIUM_SHARE ? 'warning' : 'danger';
  const state = current <= 0 ? 'none' : fraction <= LOW_SHARE ? 'low' : 'fine';
  return { fraction, tone, state };
}
