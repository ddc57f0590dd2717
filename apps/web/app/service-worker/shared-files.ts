/** Passes files shared to the installed site from the service worker to the page, through a cache that the page empties. */
export const SHARED_CACHE = 'shared-files';
/** The address the system posts them to. The service worker answers it; nothing is sent to the server. */
export const SHARE_PATH = '/share';
/** Name of the form field. */
export const SHARED_FIELD = 'files';
/** Header with the name of a file, percent-encoded. */
export const SHARED_NAME = 'X-File-Name';
/** Query parameter of the page that should take them. */
export const SHARED_PARAMETER = 'shared';

/**
 * Stores the files of one submission for the page. Removes those of an earlier one, whose page was closed before it asked the user: they
 * may be from another site, and must not be added together with files that the user shares later.
 */
export async function storeShared(caches: Pick<CacheStorage, 'delete' | 'open'>, files: readonly File[]): Promise<void> {
  await caches.delete(SHARED_CACHE);
  const cache = await caches.open(SHARED_CACHE);
  for (const [at, file] of files.entries())
    await cache.put(`${SHARE_PATH}/${at}`, new Response(file, { headers: { [SHARED_NAME]: encodeURIComponent(file.name) } }));
}
