import { useEffect, useRef } from 'react';

/** Returns a controller for the running work of a component. Unmounting aborts it. */
export function useAbortOnLeave(): { readonly start: () => AbortSignal; readonly abort: () => void } {
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = (): AbortSignal => {
    running.current = new AbortController();
    return running.current.signal;
  };
  return { start, abort: () => running.current?.abort() };
}
