import { staticCopy } from '@bakkum/site/static-copy';
import { useEffect } from 'react';
import { tellVisit } from './tell-visit.ts';
import { whenIdle } from './when-idle.ts';

/** Counts page views if the visitor allows it and there is a server. The code loads when the browser is idle. */
export function useVisit(pathname: string): void {
  useEffect(() => tellVisit({ event: 'page_view', label: pathname }), [pathname]);
  useEffect(
    () =>
      whenIdle(() => {
        if (staticCopy) return;
        // Without a network, or with a newer build on the server, nothing is counted.
        void import('../visits/visit-sender.ts').then(
          ({ sendVisits }) => sendVisits(),
          () => undefined,
        );
      }),
    [],
  );
}
