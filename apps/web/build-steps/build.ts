/** Builds the website: pages and assets, the service worker, and compressed copies of the files every visitor loads. */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createBuilder } from 'vite';
import { addToGraph } from './asset-graph.ts';
import { skipBundledUrls } from './bundled-urls.ts';
import { writeEngineFiles } from './engine-files.ts';
import { noNodeModules } from './no-node-modules.ts';
import { precompress } from './precompress.ts';
import { buildServiceWorker } from './service-worker.ts';

const web = path.resolve(import.meta.dirname, '..');
const graph: Parameters<typeof addToGraph>[0] = new Map();
const collect = {
  name: 'asset-graph',
  generateBundle: (_: unknown, bundle: Parameters<typeof addToGraph>[1]) => addToGraph(graph, bundle),
};

const next = `.build-${process.pid}`;
// oxlint-disable-next-line no-restricted-properties -- read by react-router.config.ts
process.env['WEB_BUILD_FOLDER'] = next;
try {
  await buildInto(path.join(web, next));
  putInPlace(path.join(web, next), path.join(web, 'build'));
} finally {
  rmSync(path.join(web, next), { recursive: true, force: true });
}

async function buildInto(folder: string): Promise<void> {
  const builder = await createBuilder({
    root: web,
    configFile: path.join(web, 'vite.config.ts'),
    logLevel: 'warn',
    plugins: [{ ...collect, applyToEnvironment: ({ name }) => name === 'client' }],
    worker: { plugins: () => [collect, noNodeModules(), skipBundledUrls()] },
  });
  await builder.buildApp();
  const client = path.join(folder, 'client');
  const core = await buildServiceWorker(web, client, graph);
  writeEngineFiles(client, graph, core);
  await precompress([...new Set([...core.map((pathname) => path.join(client, pathname)), ...filesOf(client)])]);
}

/** Returns the files directly in a folder. */
function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => path.join(folder, name));
}

/** Replaces the previous build at once, so that no running server or other build sees a partial one. */
function putInPlace(finished: string, place: string): void {
  const old = `${finished}-old`;
  if (existsSync(place)) renameSync(place, old);
  renameSync(finished, place);
  rmSync(old, { recursive: true, force: true });
}
