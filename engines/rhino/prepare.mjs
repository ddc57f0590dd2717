/**
 * Patches the script of rhino3dm so that it does not generate code with `new Function`, which the site's content security policy
 * forbids, and does not probe its environment.
 */
import { readFileSync } from 'node:fs';
import { withoutTextFunctions } from '@bakkum/model-scene/embind';

const PACKAGE = 'rhino3dm';

/** Removes Node code and the lookup of the WebAssembly file, which is passed in instead. */
const LEFT_OUT = [
  'if(ENVIRONMENT_IS_NODE){const{createRequire}=await import("node:module");var require=createRequire(import.meta.url)}',
  'return new URL("rhino3dm.wasm",import.meta.url).href',
];

/**
 * @param {(specifier: string) => string} locate returns the path of a file `package/path` in an installed package
 * @param {(name: string, content: string) => void} put writes a file to `.prepared/`
 */
export function prepare(locate, put) {
  const { version } = JSON.parse(readFileSync(locate(`${PACKAGE}/package.json`), 'utf8'));
  let script = readFileSync(locate(`${PACKAGE}/rhino3dm.module.js`), 'utf8');
  for (const part of LEFT_OUT) {
    if (!script.includes(part)) throw new Error(`${part.slice(0, 40)}… was not found in the script`);
    script = script.replace(part, '');
  }
  // Disables Node branches that are never taken, because a bundler would resolve their imports.
  script = script.replaceAll(/\brequire\(/g, 'undefined(');
  put(
    'rhino.mjs',
    `/*! ${PACKAGE} ${version} (MIT, https://github.com/mcneel/rhino3dm), changed by Bakkum: makes no functions from text. */\n${withoutTextFunctions(script).replaceAll('import.meta.url', '""')}`,
  );
  put('rhino.d.mts', "import type { Start } from '../rhino.ts';\ndeclare const start: Start;\nexport default start;\n");
}
