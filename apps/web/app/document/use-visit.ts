import { staticCopy } from '@bakkum/site/static-copy';
import { useEffect } from 'react';
import { sendVisits } from '../visits/visit-sender.ts';
import { tellVisit } from './tell-visit.ts';
import { whenIdle } from './when-idle.ts';

/** Counts page views if the visitor allows it and there is a server. Starts when the browser is idle. */
export function useVisit(pathname: string): void {
  useEffect(() => tellVisit({ event: 'page_view', label: pathname }), [pathname]);
  useEffect(
    () =>
      whenIdle(() => {
        if (!staticCopy) sendVisits();
      }),
    [],
  );
}
