import { ATTEMPT_TITLES } from '@bakkum/api-contract/images/fault-titles';
import type { BatchView } from '@bakkum/api-contract/images/images';
import type { Locale } from '@bakkum/i18n/locale';

/** Adds a message, in the client's language, to each failed attempt of a batch. */
export function withMessages(batch: BatchView, locale: Locale): BatchView {
  const attempts = batch.attempts.map((attempt) => {
    if (!attempt.fault) return attempt;
    return { ...attempt, message: ATTEMPT_TITLES[locale][attempt.fault].replace('{provider}', attempt.providerName) };
  });
  return { ...batch, attempts };
}
