/** Replaces packages/core/registry/node/engine-files.node.ts in the `bakkum` package. */
import { isatty } from 'node:tty';
import type { EngineFiles } from '@bakkum/registry/engine-files';
import { createFetchedFiles } from './fetched-files.ts';
import { downloadTarball } from './npm.ts';
import { createPackageCache } from './package-cache.ts';
import { TABLE } from './package-table.ts';
import { cacheFolder, isQuiet } from './settings.ts';

/** Clears a progress line on a terminal before a message. */
const CLEARED_LINE = '\r\u001b[K';

/** @public The bundle uses it instead of the repository's. */
export const engineFiles: EngineFiles = createFetchedFiles({
  table: TABLE,
  cache: createPackageCache({ folder: cacheFolder(), derived: TABLE.derived, download: downloadTarball }),
  included: new URL('./files/', import.meta.url),
  say: (line) => {
    if (!isQuiet()) process.stderr.write(`${isatty(2) ? CLEARED_LINE : ''}${line}\n`);
  },
});
