/** Build information for the service worker. */
export type BuildInfo = {
  /** Changes whenever an asset changes. */
  readonly version: string;
  /** URLs that pages and the converter need before any engine. */
  readonly core: readonly string[];
  /** URLs of all assets; others in the cache belong to older builds. */
  readonly assets: readonly string[];
  /** Paths, in the default language, of the pages that work offline. */
  readonly pages: readonly string[];
};

/** Page to service worker: the page has loaded and is idle; cache the pages of its language, and these assets (its fonts). */
export type Visit = { readonly type: 'visit'; readonly locale: string; readonly assets: readonly string[] };
/** Service worker to page: everything is cached, so the page works offline. */
export type OfflineReady = { readonly type: 'offline-ready' };

/** The cache of assets with a hash in their name. */
export const ASSETS_CACHE = 'assets';

/** URL of the list of files each engine needs beyond the core. */
export const ENGINE_FILES_PATH = '/engine-files.json';

/**
 * The part of a file in its engine: the script that starts it, or a file every conversion may need. Files without one are other
 * scripts, and files that only some conversions need.
 */
export type EngineFileRole = 'entry' | 'asset';

/** By engine: URLs of its files, and their uncompressed size in bytes. */
export type EngineFiles = Readonly<Record<string, readonly (readonly [address: string, bytes: number, role?: EngineFileRole])[]>>;
