/**
 * Patches the script of occt-import-js so that it does not generate code with `new Function`, which the site's content security
 * policy forbids.
 */
import { readFileSync } from 'node:fs';
import { withoutTextFunctions } from '@bakkum/model-scene/embind';

const PACKAGE = 'occt-import-js';

/**
 * @param {(specifier: string) => string} locate returns the path of a file `package/path` in an installed package
 * @param {(name: string, content: string) => void} put writes a file to `.prepared/`
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
