/** What the build tells the service worker about itself. */
export type BuildInfo = {
  /** Changes whenever an asset does. */
  readonly version: string;
  /** Addresses of what pages and the converter need before any engine. */
  readonly core: readonly string[];
  /** Addresses of all assets; others in the cache are of an older build. */
  readonly assets: readonly string[];
  /** Paths, in the default language, of the pages that work offline. */
  readonly pages: readonly string[];
};

/** Page to service worker: this page has loaded and has time; keep what its language needs, and these assets (its fonts). */
export type Visit = { readonly type: 'visit'; readonly locale: string; readonly assets: readonly string[] };
/** Service worker to page: everything is kept, the connection may go. */
export type OfflineReady = { readonly type: 'offline-ready' };

/** The cache of what carries a hash in its name. */
export const ASSETS_CACHE = 'assets';

/** Address of the list of what each engine needs beyond the core. */
export const ENGINE_FILES_PATH = '/engine-files.json';

/** By engine: addresses of its files, and their bytes unpacked. */
export type EngineFiles = Readonly<Record<string, readonly (readonly [address: string, bytes: number])[]>>;
