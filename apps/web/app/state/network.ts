import { createListeners } from './create-store.ts';
import type { Watchable } from './use-store.ts';

/** Milliseconds between checks while the site is out of reach although the browser reports a connection. */
const CHECK_EVERY_MS = 10_000;
/** The service worker leaves HEAD requests alone. */
const CHECKED = '/favicon.ico';

const { subscribe, notify } = createListeners();
let isUnreachable = false;
let isChecking = false;

/** Whether this device can't reach the site. The server renders pages for visitors who can. */
export const offline: Watchable<boolean> = {
  subscribe(listener) {
    addEventListener('online', listener);
    addEventListener('offline', listener);
    const unsubscribe = subscribe(listener);
    return () => {
      removeEventListener('online', listener);
      removeEventListener('offline', listener);
      unsubscribe();
    };
  },
  // `onLine` is undefined outside of browsers.
  snapshot: () => navigator.onLine === false || isUnreachable,
  initial: () => false,
};

/** Checks the connection after a request failed, and again until the site answers. */
export async function checkConnection(): Promise<void> {
  if (isChecking) return;
  isChecking = true;
  while (!(await answers())) {
    setUnreachable(true);
    await retryTime();
  }
  setUnreachable(false);
  isChecking = false;
}

function setUnreachable(next: boolean): void {
  if (next === isUnreachable) return;
  isUnreachable = next;
  notify();
}

async function answers(): Promise<boolean> {
  try {
    await fetch(CHECKED, { method: 'HEAD', cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}

/** Without a connection, only its return is worth a check. */
function retryTime(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('online', () => resolve(), { once: true });
    if (navigator.onLine) setTimeout(resolve, CHECK_EVERY_MS);
  });
}
