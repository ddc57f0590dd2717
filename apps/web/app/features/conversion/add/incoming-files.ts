/**
 * Files that another program passes to the installed site: shared to it (stored by the service worker, see
 * service-worker/shared-files.ts), or opened with it (https://wicg.github.io/web-app-launch/).
 */
import { openCache } from '@bakkum/registry/browser/optional-apis.browser';
import { SHARED_CACHE, SHARED_NAME, SHARED_PARAMETER } from '../../../service-worker/shared-files.ts';

type LaunchQueue = { setConsumer(consumer: (launch: { readonly files: readonly FileSystemFileHandle[] }) => void): void };

type Incoming = {
  /** Adds files. */
  readonly take: (files: readonly File[]) => void;
  /** Asks before files are added that any site may have sent. */
  readonly offer: (files: readonly File[]) => void;
};

/** Calls back with incoming files during the lifetime of the page. */
export function takeIncomingFiles({ take, offer }: Incoming): void {
  const queue: unknown = Reflect.get(globalThis, 'launchQueue');
  if (isLaunchQueue(queue)) queue.setConsumer(({ files }) => void opened(files).then((found) => found.length > 0 && take(found)));
  if (!new URLSearchParams(location.search).has(SHARED_PARAMETER)) return;
  // The system shares files with the window of the installed site. In a tab, a form of any site may have sent them.
  const isTab = matchMedia('(display-mode: browser)').matches;
  void sharedFiles().then((found) => found.length > 0 && (isTab ? offer : take)(found));
}

async function opened(handles: readonly FileSystemFileHandle[]): Promise<readonly File[]> {
  return Promise.all(handles.map((handle) => handle.getFile()));
}

/** Returns the shared files once and deletes them. */
async function sharedFiles(): Promise<readonly File[]> {
  const cache = await openCache(SHARED_CACHE);
  if (!cache) return [];
  const files = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const response = await cache.match(request);
      const name = decodeURIComponent(response?.headers.get(SHARED_NAME) ?? 'file');
      return response ? [new File([await response.blob()], name)] : [];
    }),
  );
  await caches.delete(SHARED_CACHE);
  return files.flat();
}

function isLaunchQueue(value: unknown): value is LaunchQueue {
  return typeof value === 'object' && value !== null && 'setConsumer' in value && typeof value.setConsumer === 'function';
}
