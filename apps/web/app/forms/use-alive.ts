import { startTransition, useEffect, useState } from 'react';

/** Once one part of the page has been taken over, what is drawn later is alive from its first rendering. */
let isTakenOver = false;

/**
 * Whether this page's script runs; false in what the server sent, and in the first rendering that takes it over. What follows from it is
 * drawn in slices: taking over a page must not hold it up.
 */
export function useAlive(): boolean {
  const [alive, setAlive] = useState(() => isTakenOver);
  useEffect(() => {
    isTakenOver = true;
    startTransition(() => setAlive(true));
  }, []);
  return alive;
}
