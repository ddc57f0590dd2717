/**
 * Makes what the package does not hold as we serve it, into `.prepared/`: the script that starts the program, as a module
 * with its two defects mended, and the program's files without what no conversion reads. Same input, same bytes.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { trimmedFiles } from './prepare-files.mjs';
import { moduleFrom } from './prepare-script.mjs';

const DATA = '@matbee/libreoffice-converter/wasm/soffice.data';

/**
 * @param {(specifier: string) => string} locate where `package/path` of an installed package lies
 * @param {(name: string, content: string | Uint8Array) => void} put writes into `.prepared/`
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
    // 100 MB that nothing reads any more. `npm ci` brings them back for a change to prepare-files.mjs.
    rmSync(data);
  });
}

/**
 * For a build that leaves large files out (the `bakkum` package): how to make them from the published ones, by the name in `.prepared/`.
 */
export const derived = {
  'soffice.data': {
    package: '@matbee/libreoffice-converter',
    from: ['wasm/soffice.js', 'wasm/soffice.data'],
    make: (script, data) => trimmedFiles(script.toString('utf8'), data),
  },
};

/** Runs `make` unless `.prepared/<name>` records that it ran for this stamp. */
function onceFor(name, stamp, put, make) {
  const record = path.join(import.meta.dirname, '.prepared', name);
  if (existsSync(record) && readFileSync(record, 'utf8') === stamp) return;
  make();
  put(name, stamp);
}

/** Changes with the package's version and with the code of a preparation. */
function stampOf(version, code) {
  return createHash('sha256')
    .update(version)
    .update(readFileSync(path.join(import.meta.dirname, code)))
    .digest('hex');
}
