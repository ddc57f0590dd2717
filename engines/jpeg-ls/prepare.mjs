/**
 * Turns the script of CharLS into a module that does not probe its environment, neither Node nor a page. It does not generate
 * code.
 */
import { readFileSync } from 'node:fs';

const PACKAGE = '@cornerstonejs/codec-charls';

/**
 * @param {(specifier: string) => string} locate returns the path of a file `package/path` in an installed package
 * @param {(name: string, content: string) => void} put writes a file to `.prepared/`
 */
export function prepare(locate, put) {
  const { version } = JSON.parse(readFileSync(locate(`${PACKAGE}/package.json`), 'utf8'));
  const script = readFileSync(locate(`${PACKAGE}/dist/charlswasm_decode.js`), 'utf8');
  if (/new Function\b/.test(script)) throw new Error('the script generates code at run time');
  const notice = `/*! ${PACKAGE} ${version} (MIT; CharLS: BSD-3-Clause, https://github.com/team-charls/charls), made a module by Bakkum. */`;
  put(
    'charls.mjs',
    `${notice}\nexport default ((process, require, module, exports, define, __filename, __dirname, window, document) => {\n${script}\nreturn CharLSWASM;\n})();\n`,
  );
  put('charls.d.mts', "import type { Start } from '../charls.ts';\ndeclare const start: Start;\nexport default start;\n");
}
