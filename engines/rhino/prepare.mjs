/** The script of rhino3dm, changed so that it makes no functions from text, which the site's policy forbids, and looks for nothing around it. */
import { readFileSync } from 'node:fs';
import { withoutTextFunctions } from '@bakkum/model-scene/embind';

const PACKAGE = 'rhino3dm';

/** Code for Node, and where a page would look for the WebAssembly: it is handed over. */
const LEFT_OUT = [
  'if(ENVIRONMENT_IS_NODE){const{createRequire}=await import("node:module");var require=createRequire(import.meta.url)}',
  'return new URL("rhino3dm.wasm",import.meta.url).href',
];

/**
 * @param {(specifier: string) => string} locate where `package/path` of an installed package lies
 * @param {(name: string, content: string) => void} put writes into `.prepared/`
 */
export function prepare(locate, put) {
  const { version } = JSON.parse(readFileSync(locate(`${PACKAGE}/package.json`), 'utf8'));
  let script = readFileSync(locate(`${PACKAGE}/rhino3dm.module.js`), 'utf8');
  for (const part of LEFT_OUT) {
    if (!script.includes(part)) throw new Error(`no ${part.slice(0, 40)}… as expected`);
    script = script.replace(part, '');
  }
  // Branches for Node that are never taken: a bundler would look for what they name.
  script = script.replaceAll(/\brequire\(/g, 'undefined(');
  put(
    'rhino.mjs',
    `/*! ${PACKAGE} ${version} (MIT, https://github.com/mcneel/rhino3dm), changed by Bakkum: makes no functions from text. */\n${withoutTextFunctions(script).replaceAll('import.meta.url', '""')}`,
  );
  put('rhino.d.mts', "import type { Start } from '../rhino.ts';\ndeclare const start: Start;\nexport default start;\n");
}
