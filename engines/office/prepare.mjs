/**
 * Makes what the package does not hold as we serve it, into `.prepared/`: the script that starts the program, as a module
 * with its two defects mended, and the program's files without what no conversion reads. Same input, same bytes.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { trimmedFiles } from './prepare-files.mjs';
import { moduleFrom } from './prepare-script.mjs';

const STAMP = path.join(import.meta.dirname, '.prepared', 'made-from');

/**
 * @param {(specifier: string) => string} locate where `package/path` of an installed package lies
 * @param {(name: string, content: string | Uint8Array) => void} put writes into `.prepared/`
 */
export function prepare(locate, put) {
  const version = JSON.parse(readFileSync(locate('@matbee/libreoffice-converter/package.json'), 'utf8')).version;
  const stamp = stampOf(version);
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return;
  const script = readFileSync(locate('@matbee/libreoffice-converter/wasm/soffice.js'), 'utf8');
  const data = readFileSync(locate('@matbee/libreoffice-converter/wasm/soffice.data'));
  put('soffice.js', moduleFrom(script, version));
  put('soffice.data', trimmedFiles(script, data));
  put('made-from', stamp);
  // 100 MB that nothing reads any more. `npm ci` brings it back for a change to these scripts.
  rmSync(locate('@matbee/libreoffice-converter/wasm/soffice.data'));
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

/** The package's version and the text of these scripts: when one changes, all is made anew. */
function stampOf(version) {
  const hash = createHash('sha256').update(version);
  for (const name of ['prepare.mjs', 'prepare-script.mjs', 'prepare-files.mjs'])
    hash.update(readFileSync(path.join(import.meta.dirname, name)));
  return hash.digest('hex');
}
