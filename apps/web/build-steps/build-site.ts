import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { StaticCopy } from '@bakkum/site/static-copy';
import { createBuilder } from 'vite';
import { addToGraph, type Graph } from './asset-graph.ts';
import { skipBundledUrls } from './bundled-urls.ts';
import { writeEngineFiles } from './engine-files.ts';
import { limitEngines } from './limit-engines.ts';
import { noNodeModules } from './no-node-modules.ts';
import { writeNotices } from './notices.ts';
import { buildServiceWorker } from './service-worker.ts';

const WEB = path.resolve(import.meta.dirname, '..');

export type SiteBuild = {
  /** Name of a folder next to this one to write to: `client` has the files for browsers, `server` renders pages. */
  readonly folder: string;
  /** Ids of the engines to include. */
  readonly engines: ReadonlySet<string>;
  /** Whether a file of an engine is included, by its URL path. Default: all are. */
  readonly isIncluded?: (pathname: string) => boolean;
  /** Facts about a static copy. Its process defines them as the global `STATIC_COPY` before it imports this module. */
  readonly copy?: StaticCopy;
};

/** Builds pages, assets and the service worker. Returns the URL paths that every visitor caches. */
export async function buildSite({ folder, engines, copy, isIncluded = () => true }: SiteBuild): Promise<readonly string[]> {
  // oxlint-disable-next-line no-restricted-properties -- read by react-router.config.ts
  process.env['WEB_BUILD_FOLDER'] = folder;
  const graph: Map<string, NonNullable<ReturnType<Graph['get']>>> = new Map();
  const collect = {
    name: 'asset-graph',
    generateBundle: (_: unknown, bundle: Parameters<typeof addToGraph>[1]) => addToGraph(graph, bundle),
  };
  const builder = await createBuilder({
    root: WEB,
    configFile: path.join(WEB, 'vite.config.ts'),
    logLevel: 'warn',
    define: definitionsOf(copy),
    // In the server's bundle, the messages of a copy are part of the catalogue.
    ...(copy && { environments: { ssr: { build: { rolldownOptions: { checks: { ineffectiveDynamicImport: false } } } } } }),
    plugins: [{ ...collect, applyToEnvironment: ({ name }) => name === 'client' }, limitEngines(engines)],
    worker: { plugins: () => [collect, noNodeModules(), skipBundledUrls(), limitEngines(engines)] },
  });
  // Written for all engines when the configuration was loaded.
  if (copy) writeNotices(path.resolve(WEB, '../..'), path.join(WEB, '.generated'), engines);
  await builder.buildApp();
  const client = path.join(WEB, folder, 'client');
  const core = await buildServiceWorker({ web: WEB, client, graph, define: definitionsOf(copy) });
  writeEngineFiles({ client, graph, core, engines, isIncluded });
  return core;
}

function definitionsOf(copy: StaticCopy | undefined): Readonly<Record<string, string>> {
  return { STATIC_COPY: copy === undefined ? 'undefined' : JSON.stringify(copy) };
}

/** Returns the files directly in a folder. */
export function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => path.join(folder, name));
}
