/**
 * Extracts the WebAssembly that h5wasm inlines in its script, and lets each conversion start an instance of its own instead of one
 * when the module is loaded.
 */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

export const PACKAGE = 'h5wasm';
const CARRIED = /binaryDecode\(('(?:[^'\\]|\\.)*')\)/s;
const STARTED = /const ready = ModuleFactory\(.*\)\.then\((.*)\);\nexport \{ ready \};/;

/**
 * @param {(specifier: string) => string} locate returns the path of a file `package/path` in an installed package
 * @param {(name: string, content: string | Uint8Array) => void} put writes a file to `.prepared/`
 */
export function prepare(locate, put) {
  const { version } = JSON.parse(readFileSync(locate(`${PACKAGE}/package.json`), 'utf8'));
  const script = readFileSync(locate(`${PACKAGE}/dist/esm/hdf5_util.js`), 'utf8');
  const library = readFileSync(locate(`${PACKAGE}/dist/esm/hdf5_hl.js`), 'utf8');
  if (/new Function\b|\beval\(/.test(script)) throw new Error('the script generates code at run time');
  const [, settle] = STARTED.exec(library) ?? [];
  if (!settle) throw new Error('the start of the module was not found in the script');
  put('hdf5.wasm', inlinedWasm(script));
  const notice = `/*! ${PACKAGE} ${version} (NIST-Software; HDF5: BSD-3-Clause), changed by Bakkum. */\n`;
  put('program.mjs', notice + script.replace(CARRIED, "''"));
  const started = library
    .replace(STARTED, `export const start = (options) => ModuleFactory(options).then(${settle});`)
    .replace("'./hdf5_util.js'", "'./program.mjs'")
    .replace(/^[ \t]*ready,\n/m, '');
  put('h5wasm.mjs', notice + started);
  const names = ['start', 'File', 'Group', 'Dataset', 'Datatype'];
  const types = names.map((name) => `export declare const ${name}: H5Library['${name}'];\n`);
  put('h5wasm.d.mts', `import type { H5Library } from '../h5-program.ts';\n${types.join('')}`);
}

/**
 * Prepared files that the `bakkum` package makes on first use instead of containing them, from files of the package they come
 * from.
 */
export const derived = {
  'hdf5.wasm': {
    package: PACKAGE,
    from: ['dist/esm/hdf5_util.js'],
    make: (script) => inlinedWasm(script.toString('utf8')),
  },
};

/** @param {string} script @returns {Uint8Array} */
function inlinedWasm(script) {
  const [, literal] = CARRIED.exec(script) ?? [];
  if (!literal) throw new Error('the inlined WebAssembly was not found in the script');
  // A zero byte is written as U+0100.
  return Uint8Array.from(runInNewContext(literal), (character) => character.charCodeAt(0) & 0xff);
}
