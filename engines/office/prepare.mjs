/**
 * Creates the files in `.prepared/` that the package does not contain in servable form: the start script as a module with its two
 * defects fixed, and the program's files without those no conversion reads. The same input yields the same bytes.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { trimmedFiles } from './prepare-files.mjs';
import { moduleFrom } from './prepare-script.mjs';

const DATA = '@matbee/libreoffice-converter/wasm/soffice.data';

/**
 * @param {(specifier: string) => string} locate returns the path of a file `package/path` in an installed package
 * @param {(name: string, content: string | Uint8Array) => void} put writes a file to `.prepared/`
 */
export function prepare(locate, put) {
  const version = JSON.parse(readFileSync(locate('@matbee/libreoffice-converter/package.json'), 'utf8')).version;
  const script = locate('@matbee/libreoffice-converter/wasm/soffice.js');
  onceFor('script-made-from', stampOf(version, 'prepare-script.mjs'), put, () => {
    put('soffice.js', moduleFrom(readFileSync(script, 'utf8'), version));
  });
  onceFor('data-made-from', stampOf(version, 'prepare-files.mjs'), put, () => {
    const data = locate(DATA);
    put('soffice.data', trimmedFiles(readFileSync(script, 'utf8'), readFileSync(data)));
    // Removes 100 MB that nothing reads any more. `npm ci` restores them for changes to prepare-files.mjs.
    rmSync(data);
  });
}

/**
 * How to recreate large files from the published ones, by their name in `.prepared/`, for builds that exclude them (the `bakkum`
 * package).
 */
export const derived = {
  'soffice.data': {
    package: '@matbee/libreoffice-converter',
    from: ['wasm/soffice.js', 'wasm/soffice.data'],
    make: (script, data) => trimmedFiles(script.toString('utf8'), data),
  },
};

/** Runs `make` unless `.prepared/<name>` records a run with the same stamp. */
function onceFor(name, stamp, put, make) {
  const record = path.join(import.meta.dirname, '.prepared', name);
  if (existsSync(record) && readFileSync(record, 'utf8') === stamp) return;
  make();
  put(name, stamp);
}

/** A stamp that changes with the package's version and with the code of a preparation. */
function stampOf(version, code) {
  return createHash('sha256')
    .update(version)
    .update(readFileSync(path.join(import.meta.dirname, code)))
    .digest('hex');
}
