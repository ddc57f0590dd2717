/**
 * Lists the files an engine needs beyond the core, with their sizes, for the offline page. Written as JSON next to the assets,
 * because only that page and a new build request it.
 */
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ASSET_BYTES } from '@bakkum/registry/asset-bytes.gen';
import { ASSET_PATHNAMES } from '@bakkum/registry/asset-pathnames.gen';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import { ENGINE_FILES_PATH, type EngineFiles } from '../app/service-worker/build-info.ts';
import { type Graph, reachableFrom } from './asset-graph.ts';

type File = EngineFiles[string][number];

type Build = {
  /** Folder of the files for browsers. */
  readonly client: string;
  readonly graph: Graph;
  /** URL paths every visitor loads anyway. */
  readonly core: readonly string[];
  /** Ids of the included engines. */
  readonly engines: ReadonlySet<string>;
  /** Whether a file of an engine is included, by its URL path. */
  readonly isIncluded: (pathname: string) => boolean;
};

export function writeEngineFiles({ client, graph, core, engines, isIncluded }: Build): void {
  const known = new Set(core);
  const files: Record<string, readonly File[]> = {};
  for (const { id, assets, onDemand = [] } of MANIFESTS.filter((manifest) => engines.has(manifest.id))) {
    const isBegin = (module: string): boolean => module.endsWith(`/engines/${id}/engine.ts`);
    const chunks = [...reachableFrom(graph, isBegin, isEngine)].map((chunk): File => {
      const [address, bytes] = [`/${chunk}`, statSync(path.join(client, chunk)).size];
      const module = graph.get(chunk)?.module;
      return module !== undefined && isBegin(module) ? [address, bytes, 'entry'] : [address, bytes];
    });
    const own = Object.keys(assets).map((asset): File => {
      const [address, bytes] = assetFile(`${id}/${asset}`);
      return onDemand.includes(asset) ? [address, bytes] : [address, bytes, 'asset'];
    });
    const all = [...chunks, ...own.filter(([address]) => isIncluded(address))];
    const distinct = new Map(all.flatMap((file) => (known.has(file[0]) ? [] : [[file[0], file] as const])));
    files[id] = [...distinct.values()].sort(([a], [b]) => (a < b ? -1 : 1));
  }
  writeFileSync(path.join(client, ENGINE_FILES_PATH), JSON.stringify(files));
}

function isEngine(module: string): boolean {
  return /\/engines\/[^/]+\/engine\.ts$/.test(module);
}

function assetFile(asset: string): File {
  const url = ASSET_PATHNAMES[asset];
  const bytes = ASSET_BYTES[asset];
  if (url === undefined || bytes === undefined) throw new Error(`the generated registry does not list ${asset}: run npm run gen`);
  return [url, bytes];
}
