/** Turns the script of draco3d into a module that does not probe its environment, neither Node nor a page. */
import { readFileSync } from 'node:fs';

const PACKAGE = 'draco3d';

/**
 * @param {(specifier: string) => string} locate returns the path of a file `package/path` in an installed package
 * @param {(name: string, content: string) => void} put writes a file to `.prepared/`
 */
export function prepare(locate, put) {
  const { version } = JSON.parse(readFileSync(locate(`${PACKAGE}/package.json`), 'utf8'));
  const script = readFileSync(locate(`${PACKAGE}/draco_decoder_nodejs.js`), 'utf8').replaceAll('globalThis.process', 'undefined');
  if (/new Function\b/.test(script)) throw new Error('the script generates code at run time');
  const notice = `/*! ${PACKAGE} ${version} (Apache-2.0, https://github.com/google/draco), made a module by Bakkum. */`;
  put(
    'draco.mjs',
    `${notice}\nexport default ((process, require, module, exports, define, __filename, __dirname, window, document) => {\n${script}\nreturn DracoDecoderModule;\n})();\n`,
  );
  put('draco.d.mts', "import type { Start } from '../draco.ts';\ndeclare const start: Start;\nexport default start;\n");
}
