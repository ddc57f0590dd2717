/** The script of occt-import-js, changed so that it makes no functions from text, which the site's policy forbids. */
import { readFileSync } from 'node:fs';
import { withoutTextFunctions } from '@bakkum/model-scene/embind';

const PACKAGE = 'occt-import-js';

/**
 * @param {(specifier: string) => string} locate where `package/path` of an installed package lies
 * @param {(name: string, content: string) => void} put writes into `.prepared/`
 */
export function prepare(locate, put) {
  const { version } = JSON.parse(readFileSync(locate(`${PACKAGE}/package.json`), 'utf8'));
  const script = withoutTextFunctions(readFileSync(locate(`${PACKAGE}/dist/occt-import-js.js`), 'utf8'), 'occtimportjs');
  put(
    'occt.mjs',
    `/*! ${PACKAGE} ${version} (LGPL-2.1-only, https://github.com/kovacsv/occt-import-js), changed by Bakkum: makes no functions from text. */\n${script}`,
  );
  put('occt.d.mts', "import type { Start } from '../occt.ts';\ndeclare const start: Start;\nexport default start;\n");
}
