/** Builds app/service-worker/service-worker.ts with the file lists of this build. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ASSET_PATHNAMES } from '@bakkum/registry/asset-pathnames.gen';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import { BUILT_PAGES } from '@bakkum/site/pages';
import { build } from 'vite';
import type { BuildInfo } from '../app/service-worker/build-info.ts';
import { type Graph, reachable } from './asset-graph.ts';

/** Engines that consist of a little code are part of the core, so that images convert offline immediately. */
const LIGHT_ENGINES: ReadonlySet<string> = new Set(
  MANIFESTS.filter(({ assets }) => Object.keys(assets).length === 0).map(({ id }) => id),
);
const LIGHT_BYTES = 20_000;

type ServiceWorkerBuild = {
  /** Folder of the website's sources. */
  readonly web: string;
  /** Folder of the files for browsers. */
  readonly client: string;
  readonly graph: Graph;
  /** Further constants, by name. */
  readonly define: Readonly<Record<string, string>>;
};

/** Returns the URLs that every visitor caches. */
export async function buildServiceWorker({ web, client, graph, define }: ServiceWorkerBuild): Promise<readonly string[]> {
  const info = buildInfo(client, graph);
  await build({
    configFile: false,
    root: web,
    logLevel: 'warn',
    publicDir: false,
    define: { ...define, BUILD_INFO: JSON.stringify(info) },
    build: {
      outDir: client,
      emptyOutDir: false,
      target: 'es2022',
      copyPublicDir: false,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: path.join(web, 'app/service-worker/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
  return info.core;
}

function buildInfo(client: string, graph: Graph): BuildInfo {
  const built = readdirSync(path.join(client, 'assets')).map((file) => `/assets/${file}`);
  const assets = [...new Set([...built, ...Object.values(ASSET_PATHNAMES)])].sort();
  const core = [...reachable(graph, isLeftForLater)]
    .map((file) => `/${file}`)
    .filter((file) => existsSync(path.join(client, file)));
  // Not part of the graph, but loaded by every page: styles and the route manifest.
  const always = built.filter((file) => /\/(manifest-[\w-]+\.js|[\w-]+\.css)$/.test(file));
  return {
    version: createHash('sha256').update(assets.join()).digest('hex').slice(0, 12),
    core: [...new Set([...core, ...always])].sort(),
    assets,
    pages: BUILT_PAGES.filter(({ fixed, listed, pair }) => fixed && listed && !pair).map(({ path: address }) => address),
  };
}

/** Large engines, and those for recordings only: available offline once they were used. */
function isLeftForLater(module: string): boolean {
  return isHeavyEngine(module) || module.endsWith('/features/conversion/file-facts/media-facts-worker.ts');
}

function isHeavyEngine(module: string): boolean {
  const id = /\/engines\/([^/]+)\/engine\.ts$/.exec(module)?.[1];
  return id !== undefined && !isLight(id);
}

function isLight(id: string): boolean {
  const downloadBytes = MANIFESTS.find((manifest) => manifest.id === id)?.downloadBytes ?? Number.POSITIVE_INFINITY;
  return LIGHT_ENGINES.has(id) && downloadBytes <= LIGHT_BYTES;
}
