import { CONVERSION_PROBLEM_TITLES } from '@bakkum/api-contract/conversion-problems';
import { useLocale } from '@bakkum/i18n/react';
import type { CloudFault } from './ask-server.ts';

/** What a fault is called, in the language of the page. @param unreachable said where there was no answer */
export function useFaultWords(unreachable: string): (fault: CloudFault) => string {
  const locale = useLocale();
  return ({ code }) => (code === 'unreachable' ? unreachable : CONVERSION_PROBLEM_TITLES[locale][code]);
}
