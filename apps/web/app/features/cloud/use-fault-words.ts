import { CONVERSION_PROBLEM_TITLES } from '@bakkum/api-contract/conversion-problems';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import type { CloudFault } from './ask-server.ts';

/** What a fault is called, in the language of the page. */
export function useFaultWords(): (fault: CloudFault) => string {
  const t = useMessages('cloud');
  const locale = useLocale();
  return ({ code }) => (code === 'unreachable' ? t('unreachable') : CONVERSION_PROBLEM_TITLES[locale][code]);
}
