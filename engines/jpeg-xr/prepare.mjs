/** The script of jpegxr as a module that looks for neither Node nor a page, and its WebAssembly, which it carries as text, as a file. */
import { readFileSync } from 'node:fs';

export const PACKAGE = 'jpegxr';
const CARRIED = /"data:application\/octet-stream;base64,([A-Za-z0-9+/=]{1000,})"/;

/**
 * @param {(specifier: string) => string} locate where `package/path` of an installed package lies
 * @param {(name: string, content: string | Uint8Array) => void} put writes into `.prepared/`
 */
export function prepare(locate, put) {
  const { version } = JSON.parse(readFileSync(locate(`${PACKAGE}/package.json`), 'utf8'));
  const script = readFileSync(locate(`${PACKAGE}/wasm/jpegxr.js`), 'utf8');
  if (/new Function\b|\beval\(/.test(script)) throw new Error('functions are made from text');
  const [, program] = CARRIED.exec(script) ?? [];
  if (!program) throw new Error('the program is not where it was');
  put('jpegxr.wasm', Buffer.from(program, 'base64'));
  const notice = `/*! ${PACKAGE} ${version} (BSD-3-Clause; jxrlib: BSD-2-Clause, Microsoft), made a module by Bakkum. */`;
  const bare = script.replace(CARRIED, '"jpegxr.wasm"');
  put(
    'jpegxr.mjs',
    `${notice}\nexport default ((process, require, module, exports, define, __filename, __dirname, window, document) => {\n${bare}\nreturn jpegxr;\n})();\n`,
  );
  put('jpegxr.d.mts', "import type { Start } from '../program.ts';\ndeclare const start: Start;\nexport default start;\n");
}
