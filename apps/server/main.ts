/** Production server: serves the built website and the API, and runs background jobs. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { engineAssets } from '@bakkum/registry/node/engine-assets.node';
import { createApp } from './app.ts';
import { startBackend } from './backend.ts';
import { missingOperatorVariables } from './config/operator-settings.ts';
import { readSettings, type Settings } from './config/settings.ts';
import { openDisk } from './disk.ts';
import { openCompressedCopies } from './http/files/compressed-copies.ts';
import { listStaticFiles, uncompressedAssets } from './http/files/static-files.ts';
import { pageScripts, rendererOf } from './http/files/web-build.ts';
import { listen } from './http/listen.ts';
import { requestListener } from './http/requests/request-listener.ts';
import { createLog, type Log } from './observability/log.ts';
import { exitOnSettingsError } from './start-up.ts';

const WEB_BUILD = path.resolve(import.meta.dirname, '../web/build');

await exitOnSettingsError(async () => {
  const settings = readSettings();
  const log = createLog(settings.logLevel);
  warnAboutOperator(settings, log);
  const pages = settings.role === 'worker' ? undefined : await builtPages(settings);
  const listening = Promise.withResolvers<void>();
  const backend = startBackend(settings, log, listening.promise);
  const server = createServer(requestListener(createApp({ settings, log, backend, ...pages }).fetch));
  let stopCompressing = (): void => undefined;
  const close = (drainMs: number): Promise<void> => {
    stopCompressing();
    return backend.close(drainMs);
  };
  await listen(server, settings, log, close);
  listening.resolve();
  await backend.opened;
  if (!pages || !settings.precompress) return;
  const reserveBytes = await openDisk(settings, settings.dataDir).reserve();
  stopCompressing = pages.copies.complete(uncompressedAssets(pages.files), log, reserveBytes);
});

/** A public site must say who runs it. */
function warnAboutOperator({ mode, operator, salesMissing }: Settings, log: Log): void {
  const missing = mode === 'production' ? missingOperatorVariables(operator) : [];
  if (salesMissing.length > 0)
    log.error('sales-closed', {
      missing: salesMissing,
      advice: 'set these variables: nothing is sold until the operator is identified',
    });
  if (missing.length > 0) log.error('operator-incomplete', { missing, shownOn: ['footer', 'privacy', 'terms', 'receipts'] });
}

async function builtPages({ dataDir }: Settings) {
  const entry = path.join(WEB_BUILD, 'server/index.js');
  if (!existsSync(entry)) throw new Error('The website is not built yet. Run: npm run build');
  const build: unknown = await import(pathToFileURL(entry).href);
  return {
    render: rendererOf(() => Promise.resolve(build), 'production'),
    files: listStaticFiles(path.join(WEB_BUILD, 'client'), engineAssets()),
    copies: openCompressedCopies(path.join(dataDir, 'compressed')),
    pageScripts: pageScripts(build),
  };
}
