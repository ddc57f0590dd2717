/** Builds the website: pages and assets, the service worker, and the compressed copies that the server sends. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createBuilder } from 'vite';
import { addToGraph } from './asset-graph.ts';
import { addOriginals, writeEngineFiles } from './engine-files.ts';
import { precompress } from './precompress.ts';
import { buildServiceWorker } from './service-worker.ts';

const web = path.resolve(import.meta.dirname, '..');
/** Files of the tree by the asset made of them. */
const originals = new Map<string, string>();
const graph: Parameters<typeof addToGraph>[0] = new Map();
const collect = {
  name: 'asset-graph',
  generateBundle: (_: unknown, bundle: Parameters<typeof addToGraph>[1]) => {
    addToGraph(graph, bundle);
    addOriginals(originals, bundle);
  },
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
    plugins: [{ ...collect, applyToEnvironment: ({ name }) => name === 'client' }],
    worker: { plugins: () => [collect] },
  });
  await builder.buildApp();
  const client = path.join(folder, 'client');
  const core = await buildServiceWorker(web, client, graph);
  writeEngineFiles({ client, graph, originals, core });
  await precompress(client, path.resolve(web, '../../.cache/compressed'));
}

/** A server that runs, or another build, never sees half a build. */
function putInPlace(finished: string, place: string): void {
  const old = `${finished}-old`;
  if (existsSync(place)) renameSync(place, old);
  renameSync(finished, place);
  rmSync(old, { recursive: true, force: true });
}
