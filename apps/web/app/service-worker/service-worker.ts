/**
 * Keeps the site working offline. Assets have a hash in their name: once cached, they are never requested again. Pages come from
 * the network if there is one, so that a new version shows on the next navigation.
 */
import { isLocale, type Locale, localePath, splitLocale, withoutTrailingSlashes } from '@bakkum/i18n/locale';
import { fetchEngineFile, isPacked } from '@bakkum/registry/browser/packed-files.browser';
import { removeClosedSessions } from '@bakkum/registry/browser/session-storage.browser';
import { isPartPathname } from '@bakkum/registry/packed-parts';
import { staticCopy } from '@bakkum/site/static-copy';
import { removeForgottenQueues } from '../features/conversion/restore/forgotten-queues.ts';
import { ASSETS_CACHE as ASSETS, type BuildInfo, ENGINE_FILES_PATH, type OfflineReady, type Visit } from './build-info.ts';
import { offlinePage } from './offline-page.ts';
import { isOfAnotherPage, SEEN_REQUEST, type SeenRequest, WATCH_FOR_MS, WATCH_REQUESTS } from './seen-requests.ts';
import { SHARE_PATH, SHARED_CACHE, SHARED_FIELD, SHARED_PARAMETER, storeShared } from './shared-files.ts';
import { secured, unredirected } from './static-copy.ts';

declare const self: ServiceWorkerGlobalScope;
/** Inserted by the build. */
declare const BUILD_INFO: BuildInfo;
/** The build inserts the lists wherever the name occurs, so it occurs once. */
const BUILD = BUILD_INFO;

/** A page that has loaded: its language, and those of its assets that belong to this build. */
type KnownVisit = { readonly locale: Locale; readonly assets: readonly string[] };

const PAGES = `pages-${BUILD.version}`;

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload.enable()]));
});

self.addEventListener('message', (event) => {
  if (isWatchRequest(event.data) && event.source instanceof Client) watchers.set(event.source.id, Date.now() + WATCH_FOR_MS);
  const { source } = event;
  const visit = parseVisit(event.data);
  if (!visit || !source) return;
  const ready: OfflineReady = { type: 'offline-ready' };
  const visited = source instanceof Client ? withoutTrailingSlashes(new URL(source.url).pathname) || '/' : undefined;
  event.waitUntil(keep(visit, visited).then(() => source.postMessage(ready)));
  event.waitUntil(tidyDaily());
});

/** Name of the periodic synchronization that removes the leftovers of closed pages. */
const TIDY_TAG = 'tidy';
const DAY_MS = 24 * 60 * 60 * 1000;

type PeriodicSync = { register(tag: string, options: { readonly minInterval: number }): Promise<void> };

/** Asks for an event once a day. Browsers allow it to an installed site in use (https://wicg.github.io/periodic-background-sync/). */
async function tidyDaily(): Promise<void> {
  const sync: unknown = Reflect.get(self.registration, 'periodicSync');
  if (isPeriodicSync(sync)) await sync.register(TIDY_TAG, { minInterval: DAY_MS }).catch(() => undefined); // not allowed
}

function isPeriodicSync(sync: unknown): sync is PeriodicSync {
  return typeof sync === 'object' && sync !== null && 'register' in sync && typeof sync.register === 'function';
}

self.addEventListener('periodicsync', (event) => {
  if (event instanceof ExtendableEvent && 'tag' in event && event.tag === TIDY_TAG) event.waitUntil(tidyStorage());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (watchers.size > 0) event.waitUntil(tellWatchers(request.clone(), event.clientId));
  if (request.method === 'POST' && url.origin === self.location.origin && url.pathname === SHARE_PATH)
    return event.respondWith(isOfAnotherSite(request) ? toConverter() : takeShared(request));
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (isPartPathname(url.pathname)) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(securedHere(request, assetFor(event, url.pathname)));
  else if (request.mode === 'navigate') event.respondWith(securedHere(request, pageFor(event, url)));
  else if (url.pathname.endsWith('.data') || url.pathname === ENGINE_FILES_PATH)
    event.respondWith(fromNetworkOrKept(request, url.pathname));
});

/** Our server sends the headers itself. */
async function securedHere(request: Request, response: Promise<Response>): Promise<Response> {
  return staticCopy ? secured(request, await response) : response;
}

/** Pages that observe requests, and until when. */
const watchers = new Map<string, number>();

function isWatchRequest(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === WATCH_REQUESTS;
}

async function tellWatchers(request: Request, asker: string): Promise<void> {
  const asking = asker === '' ? undefined : await self.clients.get(asker);
  const { size } = request.method === 'GET' || request.method === 'HEAD' ? { size: 0 } : await request.blob();
  const seen: SeenRequest = { type: SEEN_REQUEST, method: request.method, url: request.url, sent: size };
  for (const [id, until] of watchers) {
    if (isOfAnotherPage(id, { method: request.method, mode: request.mode, ...(asking && { client: asking }) })) continue;
    const client = Date.now() < until ? await self.clients.get(id) : undefined;
    if (client) client.postMessage(seen);
    else watchers.delete(id);
  }
}

/** Pages about one conversion, format or subject: too many to store all, so only those that were opened. */
const STORED_WHEN_OPENED = /^\/(?:convert|formats|articles)\/[^/]+$/;

/**
 * Caches the core, the pages of a language and the page that was opened, then deletes older builds if no other page may still need
 * them.
 */
async function keep({ locale, assets: fonts }: KnownVisit, visited: string | undefined): Promise<void> {
  const [assets, pages] = await Promise.all([caches.open(ASSETS), caches.open(PAGES)]);
  await addMissing(assets, [...BUILD.core, ...fonts]);
  await addMissing(pages, [ENGINE_FILES_PATH, ...BUILD.pages.flatMap((path) => addressesOf(localePath(locale, path)))]);
  if (visited !== undefined && STORED_WHEN_OPENED.test(splitLocale(visited).path))
    await addMissing(pages, addressesOf(visited)).catch(() => undefined); // an address without a page
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length <= 1) await forgetOlderBuilds(assets);
}

/** A page, and the data of a navigation to it. */
function addressesOf(path: string): readonly string[] {
  return [path, path === '/' ? '/_.data' : `${path}.data`];
}

/** Files requested at the same time, so that a busy server answers visitors first. */
const AT_ONCE = 6;
/** Attempts for each file, and the pause after the first, which grows. */
const ATTEMPTS = 4;
const PAUSE_MS = 2000;

/** Stores each file as soon as it arrives, so that the next visit asks only for those that are still missing. */
async function addMissing(cache: Cache, addresses: readonly string[]): Promise<void> {
  const kept = new Set((await cache.keys()).map((request) => new URL(request.url).pathname));
  const missing = addresses.filter((address) => !kept.has(address));
  const work = async (): Promise<void> => {
    for (let address = missing.shift(); address !== undefined; address = missing.shift()) await addPatiently(cache, address);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function addPatiently(cache: Cache, address: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await add(cache, address);
    } catch (error) {
      if (attempt === ATTEMPTS || error instanceof MissingFileError) throw error;
      await after(attempt * PAUSE_MS);
    }
  }
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** The server has no such file, and will not have it in a moment. */
class MissingFileError extends Error {}

async function add(cache: Cache, address: string): Promise<void> {
  const response = await fetch(address);
  if (response.status === 404) throw new MissingFileError(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  await cache.put(address, staticCopy ? unredirected(response) : response);
}

/** Removes the leftovers of closed pages from this device: results, abandoned lists, files that were shared, older builds. */
async function tidyStorage(): Promise<void> {
  await Promise.all([removeClosedSessions(), removeForgottenQueues()]);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length > 0) return;
  await caches.delete(SHARED_CACHE);
  await forgetOlderBuilds(await caches.open(ASSETS));
}

async function forgetOlderBuilds(assets: Cache): Promise<void> {
  const current = new Set(BUILD.assets);
  const stale = (await assets.keys()).filter((request) => !current.has(new URL(request.url).pathname));
  await Promise.all(stale.map((request) => assets.delete(request)));
  const olderPages = (await caches.keys()).filter((name) => name.startsWith('pages-') && name !== PAGES);
  await Promise.all(olderPages.map((name) => caches.delete(name)));
}

/** Callers with `no-store` store the response themselves, and count its bytes. */
async function assetFor(event: FetchEvent, pathname: string): Promise<Response> {
  const { request } = event;
  if (request.cache === 'no-store') return fetch(request);
  const cache = await caches.open(ASSETS);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const response = isPacked(pathname) ? await fetchEngineFile(pathname) : await fetch(request);
  if (response.status === 200) event.waitUntil(keepAsset(cache, request.url, response.clone()));
  return response;
}

/** If there is no room, it is downloaded again the next time. */
async function keepAsset(cache: Cache, url: string, response: Response): Promise<void> {
  try {
    await cache.put(url, response);
  } catch (refusal) {
    if (!(refusal instanceof DOMException)) throw refusal;
  }
}

/** Whether a page of another site submitted a form. Sites can hide that, so pages in a browser tab ask before they add files. */
function isOfAnotherSite({ referrer }: Request): boolean {
  return URL.canParse(referrer) && /^https?:/.test(referrer) && new URL(referrer).origin !== self.location.origin;
}

function toConverter(search = ''): Response {
  return Response.redirect(`/converter${search}`, 303);
}

/** Stores files shared to the installed site until the converter's page takes them. */
async function takeShared(request: Request): Promise<Response> {
  const files = (await request.formData()).getAll(SHARED_FIELD).filter((value) => value instanceof File);
  await storeShared(caches, files);
  return toConverter(`?${SHARED_PARAMETER}`);
}

async function pageFor(event: FetchEvent, url: URL): Promise<Response> {
  const pages = await caches.open(PAGES);
  const kept = await pages.match(withoutTrailingSlashes(url.pathname) || '/');
  if (kept) return networkOr(kept, networkPage(event));
  try {
    return await networkPage(event);
  } catch (error) {
    const { locale } = splitLocale(url.pathname);
    // Without the home page nothing is stored yet, and the browser's own page is as good.
    if (!(await pages.match(localePath(locale, '/')))) throw error;
    return offlinePage({
      locale,
      styles: BUILD.core.filter((asset) => asset.endsWith('.css')),
      isStored: async (path) => (await pages.match(path)) !== undefined,
    });
  }
}

async function networkPage(event: FetchEvent): Promise<Response> {
  const preloaded: unknown = await event.preloadResponse;
  return preloaded instanceof Response ? preloaded : fetch(event.request);
}

async function fromNetworkOrKept(request: Request, pathname: string): Promise<Response> {
  const kept = await (await caches.open(PAGES)).match(pathname);
  return kept ? networkOr(kept, fetch(request)) : fetch(request);
}

/** Milliseconds after which a stored copy is used, because a poor connection may not answer for minutes. */
const NETWORK_TIMEOUT_MS = 5000;

/** Returns the copy if the network fails or does not answer in time. */
function networkOr(kept: Response, network: Promise<Response>): Promise<Response> {
  return Promise.race([network.catch(() => kept), after(NETWORK_TIMEOUT_MS).then(() => kept)]);
}

function parseVisit(data: unknown): KnownVisit | undefined {
  const { type, locale, assets }: Partial<Record<keyof Visit, unknown>> = typeof data === 'object' && data !== null ? data : {};
  if (type !== 'visit' || !isLocale(locale) || !Array.isArray(assets)) return undefined;
  return { locale, assets: BUILD.assets.filter((asset) => assets.includes(asset) && !BUILD.core.includes(asset)) };
}
