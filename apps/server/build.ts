/** Bundles the server into `apps/server/build`, which `npm start` runs. Usage: `node apps/server/build.ts`. */
import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { bundleServer } from './bundling/server-bundle.ts';

const FOLDER = path.join(import.meta.dirname, 'build');

const startedAt = performance.now();
const draft = path.join(import.meta.dirname, `.build-${process.pid}`);
try {
  const { output } = await bundleServer(FOLDER, draft);
  // Renamed when complete, so an interrupted build leaves the previous one in place.
  rmSync(FOLDER, { recursive: true, force: true });
  renameSync(draft, FOLDER);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`Bundled the server in ${seconds} s (${output.length} files)\n`);
} finally {
  rmSync(draft, { recursive: true, force: true });
}
