/** Builds the website: pages and assets, the service worker, and the compressed copies that the server sends. */
import path from 'node:path';
import { createBuilder } from 'vite';
import { addToGraph } from './asset-graph.ts';
import { precompress } from './precompress.ts';
import { buildServiceWorker } from './service-worker.ts';

const web = path.resolve(import.meta.dirname, '..');
const graph: Parameters<typeof addToGraph>[0] = new Map();
const collect = {
  name: 'asset-graph',
  generateBundle: (_: unknown, bundle: Parameters<typeof addToGraph>[1]) => addToGraph(graph, bundle),
};

const builder = await createBuilder({
  root: web,
  configFile: path.join(web, 'vite.config.ts'),
  plugins: [{ ...collect, applyToEnvironment: ({ name }) => name === 'client' }],
  worker: { plugins: () => [collect] },
});
await builder.buildApp();
await buildServiceWorker(web, graph);
await precompress(path.join(web, 'build/client'));
