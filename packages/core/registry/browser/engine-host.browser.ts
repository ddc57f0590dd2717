import type { EngineHost } from '@bakkum/conversion/executor';
import { ASSET_PATHNAMES } from '../asset-pathnames.gen.ts';
import { ENGINE_LOADERS } from '../engines.gen.ts';
import { MANIFESTS } from '../manifests.gen.ts';
import type { Modules } from '../shared-modules.ts';
import { keepAssets, keptAsset } from './kept-assets.browser.ts';
import type { OutputStore } from './output-store.browser.ts';
import { fetchEngineFile } from './packed-files.browser.ts';

const WASM = 'application/wasm';

/** Simple file servers do not know the media type, without which browsers refuse to compile while downloading. */
async function asWasm(getting: Promise<Response>): Promise<Response> {
  const response = await getting;
  if (response.headers.get('Content-Type') === WASM) return response;
  return new Response(response.body, { headers: { 'Content-Type': WASM } });
}

/**
 * Loads engines as code-split chunks and their assets from our own origin.
 * @param byServiceWorker whether requests pass through the service worker. Its responses from the cache carry the machine code
 * the browser compiled last time; responses read from the cache directly do not.
 */
export function createBrowserEngineHost(
  outputs: OutputStore,
  modules: Modules,
  byServiceWorker: () => Promise<boolean>,
): EngineHost {
  const urlOf = (engine: string, asset: string): string => {
    const url = ASSET_PATHNAMES[`${engine}/${asset}`];
    if (!url) throw new RangeError(`engine ${engine} declares no asset ${asset}`);
    return url;
  };
  const get = async (engine: string, asset: string): Promise<Response> => {
    const url = urlOf(engine, asset);
    const response = (await byServiceWorker()) ? await fetch(url) : ((await keptAsset(url)) ?? (await fetchEngineFile(url)));
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response;
  };
  return {
    manifests: MANIFESTS,
    async loadEngine(id) {
      const load = ENGINE_LOADERS[id];
      if (!load) throw new RangeError(`no engine ${id}`);
      return (await load()).engine;
    },
    fetchAhead: keepAssets,
    openOutput: () => outputs.open(),
    url: (engine, asset) => new URL(urlOf(engine, asset), location.origin).href,
    bytes: async (engine, asset) => new Uint8Array(await (await get(engine, asset)).arrayBuffer()),
    wasm: (engine, asset) => modules.get(urlOf(engine, asset), () => WebAssembly.compileStreaming(asWasm(get(engine, asset)))),
  };
}
