import { useMessages } from '@bakkum/i18n/react';
import type { InviteeFault } from '../cloud-state.ts';

/** Returns a function that describes errors in addresses. */
export function usePeopleWords(): (fault: InviteeFault) => string {
  const t = useMessages('cloud');
  return (fault) => (fault.words === 'peopleWrong' ? t('peopleWrong', { part: fault.part }) : t(fault.words));
}
