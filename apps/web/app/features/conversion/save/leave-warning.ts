/** Asks before the page is left with results that were never saved. Loaded with the list. */
import { useEffect } from 'react';
import { savedResults } from './saved-results.ts';

/**
 * Returns a function that tells which results exist now. While one of them is not saved, the browser asks before it leaves the
 * page, in its own words.
 */
export function createLeaveWarning(): (results: readonly Blob[]) => void {
  let current: readonly Blob[] = [];
  let isAsking = false;
  const update = (): void => {
    const isAtRisk = current.some((blob) => !savedResults.has(blob));
    if (isAtRisk === isAsking) return;
    isAsking = isAtRisk;
    if (isAtRisk) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  };
  // Each warning needs its own: the same function is registered only once.
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
  savedResults.subscribe(update);
  return (results) => {
    current = results;
    update();
  };
}

const warnOfShown = createLeaveWarning();

/** Warns of a result that only this component has. Shown one at a time. */
export function useLeaveWarning(result: Blob | undefined): void {
  useEffect(() => {
    warnOfShown(result ? [result] : []);
    return () => warnOfShown([]);
  }, [result]);
}
