/** Builds the website: pages and assets, the service worker, and compressed copies of the files every visitor loads. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import { buildSite, filesOf } from './build-site.ts';
import { precompress } from './precompress.ts';

const web = path.resolve(import.meta.dirname, '..');
const next = path.join(web, `.build-${process.pid}`);
try {
  const core = await buildSite({ folder: path.basename(next), engines: new Set(MANIFESTS.map(({ id }) => id)) });
  const client = path.join(next, 'client');
  await precompress([...new Set([...core.map((pathname) => path.join(client, pathname)), ...filesOf(client)])]);
  putInPlace(next, path.join(web, 'build'));
} finally {
  rmSync(next, { recursive: true, force: true });
}

/** Replaces the previous build at once, so that no running server or other build sees a partial one. */
function putInPlace(finished: string, place: string): void {
  const old = `${finished}-old`;
  if (existsSync(place)) renameSync(place, old);
  renameSync(finished, place);
  rmSync(old, { recursive: true, force: true });
}
