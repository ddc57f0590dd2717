/** Development server: serves the website from its sources with hot reload, and the API, on one port. */
import { createServer } from 'node:http';
import path from 'node:path';
import { engineAssets } from '@bakkum/registry/node/engine-assets.node';
import { createServer as createVite } from 'vite';
import { createApp } from './app.ts';
import { startBackend } from './backend.ts';
import { readSettings } from './config/settings.ts';
import { listStaticFiles } from './http/files/static-files.ts';
import { rendererOf } from './http/files/web-build.ts';
import { listen } from './http/listen.ts';
import { requestListener } from './http/requests/request-listener.ts';
import { securityHeaders } from './http/security-headers.ts';
import { createLog } from './observability/log.ts';
import { exitOnSettingsError } from './start-up.ts';

const WEB = path.resolve(import.meta.dirname, '../web');

await exitOnSettingsError(async () => {
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
  const app = createApp({ settings, log, backend, render, files, hotReload: true });
  server.on('request', requestListener(app.fetch, vite.middlewares));
  await listen(server, settings, log, backend.close);
  await backend.opened;
});
