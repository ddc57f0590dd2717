/** The script of assimpjs, changed so that it makes no functions from text, which the site's policy forbids. */
import { readFileSync } from 'node:fs';
import { withoutTextFunctions } from '@bakkum/model-scene/embind';

const PACKAGE = 'assimpjs';

/**
 * @param {(specifier: string) => string} locate where `package/path` of an installed package lies
 * @param {(name: string, content: string) => void} put writes into `.prepared/`
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
