/**
 * Turns the script of jpegxr into a module that probes for neither Node nor a page, and extracts its inlined WebAssembly to a
 * file.
 */
import { readFileSync } from 'node:fs';

export const PACKAGE = 'jpegxr';
const CARRIED = /"data:application\/octet-stream;base64,([A-Za-z0-9+/=]{1000,})"/;

/**
 * @param {(specifier: string) => string} locate returns the path of a file `package/path` in an installed package
 * @param {(name: string, content: string | Uint8Array) => void} put writes a file to `.prepared/`
 */
export function prepare(locate, put) {
  const { version } = JSON.parse(readFileSync(locate(`${PACKAGE}/package.json`), 'utf8'));
  const script = readFileSync(locate(`${PACKAGE}/wasm/jpegxr.js`), 'utf8');
  if (/new Function\b|\beval\(/.test(script)) throw new Error('the script generates code at run time');
  const [, program] = CARRIED.exec(script) ?? [];
  if (!program) throw new Error('the inlined WebAssembly was not found in the script');
  put('jpegxr.wasm', Buffer.from(program, 'base64'));
  const notice = `/*! ${PACKAGE} ${version} (BSD-3-Clause; jxrlib: BSD-2-Clause, Microsoft), made a module by Bakkum. */`;
  const bare = script.replace(CARRIED, '"jpegxr.wasm"');
  put(
    'jpegxr.mjs',
    `${notice}\nexport default ((process, require, module, exports, define, __filename, __dirname, window, document) => {\n${bare}\nreturn jpegxr;\n})();\n`,
  );
  put('jpegxr.d.mts', "import type { Start } from '../program.ts';\ndeclare const start: Start;\nexport default start;\n");
}
