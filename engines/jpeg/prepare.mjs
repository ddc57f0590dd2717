/**
 * Turns the script of libjpeg-turbo into a module that does not probe its environment, neither Node nor a page. It does not generate
 * code.
 */
import { readFileSync } from 'node:fs';

const PACKAGE = '@cornerstonejs/codec-libjpeg-turbo-8bit';

/**
 * @param {(specifier: string) => string} locate returns the path of a file `package/path` in an installed package
 * @param {(name: string, content: string) => void} put writes a file to `.prepared/`
 */
export function prepare(locate, put) {
  const { version } = JSON.parse(readFileSync(locate(`${PACKAGE}/package.json`), 'utf8'));
  const script = readFileSync(locate(`${PACKAGE}/dist/libjpegturbowasm.js`), 'utf8').trim();
  if (/new Function\b/.test(script)) throw new Error('the script generates code at run time');
  const notice = `/*! ${PACKAGE} ${version} (ISC; libjpeg-turbo: IJG AND BSD-3-Clause AND Zlib, https://libjpeg-turbo.org), made a module by Bakkum. */`;
  put(
    'libjpeg-turbo.mjs',
    `${notice}\nexport default ((process, require, module, exports, define, __filename, __dirname, window, document) => {\n${script}\nreturn libjpegturbowasm;\n})();\n`,
  );
  put(
    'libjpeg-turbo.d.mts',
    "import type { Start } from '../libjpeg-turbo.ts';\ndeclare const start: Start;\nexport default start;\n",
  );
}
