/** The script of CharLS as a module that looks for nothing around it: neither Node nor a page. It makes no functions from text. */
import { readFileSync } from 'node:fs';

const PACKAGE = '@cornerstonejs/codec-charls';

/**
 * @param {(specifier: string) => string} locate where `package/path` of an installed package lies
 * @param {(name: string, content: string) => void} put writes into `.prepared/`
 */
export function prepare(locate, put) {
  const { version } = JSON.parse(readFileSync(locate(`${PACKAGE}/package.json`), 'utf8'));
  const script = readFileSync(locate(`${PACKAGE}/dist/charlswasm_decode.js`), 'utf8');
  if (/new Function\b/.test(script)) throw new Error('functions are made from text');
  const notice = `/*! ${PACKAGE} ${version} (MIT; CharLS: BSD-3-Clause, https://github.com/team-charls/charls), made a module by Bakkum. */`;
  put(
    'charls.mjs',
    `${notice}\nexport default ((process, require, module, exports, define, __filename, __dirname, window, document) => {\n${script}\nreturn CharLSWASM;\n})();\n`,
  );
  put('charls.d.mts', "import type { Start } from '../charls.ts';\ndeclare const start: Start;\nexport default start;\n");
}
