/** Copies only the WebAssembly loader of web-ifc: its schema entities take 6 MB and are not needed for shapes. */
import { readFileSync } from 'node:fs';

const PACKAGE = 'web-ifc';
const BEGINS = '"dist/web-ifc.js"(exports, module) {';
const ENDS = 'if (typeof exports === "object" && typeof module === "object") {';

/**
 * @param {(specifier: string) => string} locate returns the path of a file `package/path` in an installed package
 * @param {(name: string, content: string) => void} put writes a file to `.prepared/`
 */
export function prepare(locate, put) {
  const { version } = JSON.parse(readFileSync(locate(`${PACKAGE}/package.json`), 'utf8'));
  const whole = readFileSync(locate(`${PACKAGE}/web-ifc-api.js`), 'utf8');
  const start = whole.indexOf(BEGINS);
  const end = whole.indexOf(ENDS, start);
  if (start < 0 || end < 0) throw new Error('the WebAssembly loader was not found in the script');
  const script = whole
    .slice(start + BEGINS.length, end)
    .replace('!(globalThis.window || globalThis.WorkerGlobalScope)', 'false')
    .replaceAll('globalThis.process', 'undefined');
  if (script.includes('globalThis.WorkerGlobalScope)')) throw new Error('the script still probes its environment');
  if (/new Function\b/.test(script)) throw new Error('the script generates code at run time');
  const notice = `/*! ${PACKAGE} ${version} (MPL-2.0, https://github.com/ThatOpen/engine_web-ifc): its script without its schemas, a module by Bakkum. */`;
  put(
    'ifc.mjs',
    `${notice}\nexport default ((process, require, module, exports, define, __filename, __dirname, window, document) => {${script}\nreturn WebIFCWasm2;\n})();\n`,
  );
  put('ifc.d.mts', "import type { Start } from '../ifc.ts';\ndeclare const start: Start;\nexport default start;\n");
}
