/** Serves the website from its sources, with hot reload, on one port. */
import { createServer } from 'node:http';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createServer as createVite } from 'vite';
import { createApp } from './app.ts';
import { startBackend } from './backend.ts';
import { engineAssets } from './engine-assets.ts';
import { listen } from './listen.ts';
import { createLog } from './log.ts';
import { securityHeaders } from './security-headers.ts';
import { readSettings } from './settings.ts';
import { orExit } from './start-up.ts';
import { listStaticFiles } from './static-files.ts';
import { rendererOf } from './web-build.ts';

const WEB = path.resolve(import.meta.dirname, '../web');

await orExit(async () => {
  const settings = readSettings();
  const server = createServer();
  const vite = await createVite({
    root: WEB,
    configFile: path.join(WEB, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server }, headers: securityHeaders({ hotReload: true }) },
  });
  const log = createLog(settings.logLevel);
  const backend = startBackend(settings, log);
  const load = () => vite.ssrLoadModule('virtual:react-router/server-build');
  const render = rendererOf(load, 'development');
  const files = listStaticFiles(undefined, engineAssets());
  const answer = getRequestListener(createApp({ settings, log, backend, render, files, hotReload: true }).fetch);
  server.on('request', (request, response) => vite.middlewares(request, response, () => void answer(request, response)));
  await listen(server, settings, log, backend.close);
  await backend.opened;
});
