import type { Locale } from '@bakkum/i18n/locale';
import { staticCopy } from '@bakkum/site/static-copy';
import { whenIdle } from '../document/when-idle.ts';
import type { Visit } from './build-info.ts';
import { OFFLINE_KEY } from './offline-choice.ts';

/**
 * Once the page has loaded and is idle, has the service worker cache what this language needs offline, and the named assets. Then
 * sets `data-offline="ready"` on the document. Does nothing where service workers are unavailable, or where the visitor asked the
 * browser to save data.
 */
export function keepForOffline(locale: Locale, assets: readonly string[]): () => void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || savesData()) return () => undefined;
  const stop = new AbortController();
  const onMessage = (event: MessageEvent<unknown>): void => {
    if (!isReady(event.data)) return;
    document.documentElement.dataset['offline'] = 'ready';
    if (hasChosen())
      void import('../engine-storage/kept-engines.ts').then(({ refreshChosen }) => refreshChosen()).catch(reportUnavailable);
  };
  const start = async (): Promise<void> => {
    // Deferred because looking up the registration takes a phone 50 ms.
    const container = navigator.serviceWorker;
    container.addEventListener('message', onMessage, { signal: stop.signal });
    await container.register('/service-worker.js', { updateViaCache: 'none' });
    const { active } = await container.ready;
    const visit: Visit = { type: 'visit', locale, assets };
    if (!stop.signal.aborted) active?.postMessage(visit);
  };
  // Offline use is optional: where it is refused (private windows, full storage) the page works as before.
  const begin = (): void => void start().catch((error: unknown) => reportUnavailable(error));
  // A file server may send no headers that isolate pages, which the service worker then adds.
  const cancel = staticCopy && !crossOriginIsolated ? reloadWhenIsolated(begin) : whenIdle(begin);
  return () => {
    stop.abort();
    cancel();
  };
}

/** Key in session storage: this tab was reloaded once to become isolated. */
const RELOADED_KEY = 'bakkum-isolated';

/**
 * The first page of a visit was loaded before the service worker, so it has no shared memory. Loads it again as soon as the
 * service worker can add the headers, unless the visitor has begun to use the page.
 */
function reloadWhenIsolated(begin: () => void): () => void {
  const reload = (): void => {
    if (navigator.userActivation?.hasBeenActive || document.querySelector('[data-bench]') || wasReloaded()) return;
    location.reload();
  };
  navigator.serviceWorker.addEventListener('controllerchange', reload);
  begin();
  return () => navigator.serviceWorker.removeEventListener('controllerchange', reload);
}

/** Returns whether the tab was reloaded before, and remembers that it is now. */
function wasReloaded(): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) !== null) return true;
    sessionStorage.setItem(RELOADED_KEY, '1');
    return false;
  } catch {
    return true; // unavailable: without a memory it could reload forever
  }
}

/** Returns whether the user stores engines on this device; a new version of the site brings new files for them. */
function hasChosen(): boolean {
  try {
    return localStorage.getItem(OFFLINE_KEY) !== null;
  } catch {
    return false; // unavailable
  }
}

/** The Network Information API, which only Chromium has. */
function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined;
  return typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true;
}

function reportUnavailable(error: unknown): void {
  document.documentElement.dataset['offline'] = error instanceof Error ? `unavailable: ${error.name}` : 'unavailable';
}

function isReady(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'offline-ready';
}
