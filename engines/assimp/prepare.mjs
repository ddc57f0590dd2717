/**
 * Patches the script of assimpjs so that it does not generate code with `new Function`, which the site's content security policy
 * forbids.
 */
import { readFileSync } from 'node:fs';
import { withoutTextFunctions } from '@bakkum/model-scene/embind';

const PACKAGE = 'assimpjs';

/**
 * @param {(specifier: string) => string} locate returns the path of a file `package/path` in an installed package
 * @param {(name: string, content: string) => void} put writes a file to `.prepared/`
 */
export function prepare(locate, put) {
  const { version } = JSON.parse(readFileSync(locate(`${PACKAGE}/package.json`), 'utf8'));
  const script = withoutTextFunctions(readFileSync(locate(`${PACKAGE}/dist/assimpjs.js`), 'utf8'), 'assimpjs');
  put(
    'assimp.mjs',
    `/*! ${PACKAGE} ${version} (MIT, https://github.com/kovacsv/assimpjs), changed by Bakkum: makes no functions from text. */\n${script}`,
  );
  put('assimp.d.mts', "import type { Start } from '../assimp.ts';\ndeclare const start: Start;\nexport default start;\n");
}
