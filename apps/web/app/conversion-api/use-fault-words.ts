import { CONVERSION_PROBLEM_TITLES } from '@bakkum/api-contract/conversions/problems';
import { useLocale } from '@bakkum/i18n/react';
import type { CloudFault } from './ask-server.ts';

/**
 * Returns a function that describes a fault in the language of the page.
 * @param unreachable text for requests that get no response
 */
export function useFaultWords(unreachable: string): (fault: CloudFault) => string {
  const locale = useLocale();
  return ({ code }) => (code === 'unreachable' ? unreachable : CONVERSION_PROBLEM_TITLES[locale][code]);
}
