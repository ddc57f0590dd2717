import { useEffect } from 'react';
import { tellVisit } from './tell-visit.ts';
import { whenIdle } from './when-idle.ts';

/** Has the pages that are shown counted, where that is allowed; what does it arrives when nothing else is to do. */
export function useVisit(pathname: string): void {
  useEffect(() => tellVisit({ event: 'page_view', label: pathname }), [pathname]);
  useEffect(
    () =>
      whenIdle(() => {
        // Without a network, or with a newer build on the server, nothing is counted.
        void import('../visits/visit-sender.ts').then(
          ({ sendVisits }) => sendVisits(),
          () => undefined,
        );
      }),
    [],
  );
}
