import { CONVERSION_PROBLEM_TITLES, CONVERSION_PROBLEMS } from '@bakkum/api-contract/conversions/problems';
import { CONVERSION_LIMITS, DEFAULT_RETENTION, RETENTION_SECONDS } from '@bakkum/api-contract/conversions/tiers';
import type { Locale } from '@bakkum/i18n/locale';
import type { ApiDocument } from '@bakkum/site/api-document';
import type { ApiDocsView } from './api-docs.tsx';
import type { ProblemView } from './errors.tsx';
import { readReference } from './reference.server.ts';

const HOUR_S = 3600;

/**
 * Builds the page from the API's OpenAPI document and limits.
 * @param origin of the site, without a trailing slash
 */
export function apiDocsView(document: ApiDocument | undefined, origin: string, locale: Locale): ApiDocsView {
  const { free, pro, enterprise } = CONVERSION_LIMITS;
  return {
    api: `${origin}/api/v1`,
    reference: document && readReference(document, locale),
    tiers: { free, pro, enterprise, retention: DEFAULT_RETENTION, retentionHours: RETENTION_SECONDS[DEFAULT_RETENTION] / HOUR_S },
    problems: problemsIn(locale),
  };
}

function problemsIn(locale: Locale): readonly ProblemView[] {
  const titles: Readonly<Record<string, string>> = CONVERSION_PROBLEM_TITLES[locale];
  return Object.entries(CONVERSION_PROBLEMS).map(([code, status]) => ({ code, status, title: titles[code] ?? code }));
}
