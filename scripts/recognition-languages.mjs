/** Languages of text recognition that an operator adds to English and Korean. Their data is in npm packages that are not locked. */
import { existsSync } from 'node:fs';
import { ExpectedError } from './expected-error.mjs';
import { inRoot } from './project-root.mjs';

const INCLUDED = ['eng', 'kor'];
/** Codes of Tesseract such as `deu`, `chi_sim`, `jpn_vert`, `srp_latn`. */
const CODE = /^[a-z]{3}(_[a-z]{3,4}){0,2}$/;
/** Data for the orientation and for formulas, which are no languages. */
const OTHER_DATA = ['osd', 'equ'];
const VERSION = '1.0.0';

/**
 * Languages named by RECOGNITION_LANGUAGES, such as `jpn,deu`.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {readonly string[]} codes, each once, without English and Korean
 */
export function addedLanguages(environment) {
  const named = (environment.RECOGNITION_LANGUAGES ?? '')
    .split(',')
    .map((code) => code.trim().toLowerCase())
    .filter((code) => code !== '');
  const wrong = named.filter((code) => !CODE.test(code) || OTHER_DATA.includes(code));
  if (wrong.length > 0)
    throw new ExpectedError(
      `RECOGNITION_LANGUAGES: ${wrong.join(', ')} is not a code of Tesseract, such as jpn, deu or chi_sim.`,
    );
  return [...new Set(named)].filter((code) => !INCLUDED.includes(code));
}

/**
 * npm packages to install for the added languages, if any is missing. npm removes those that it is not given, because the lockfile does
 * not list them.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {readonly string[]} names with versions; empty if all are installed
 */
export function languagePackagesToInstall(environment) {
  const names = addedLanguages(environment).map((code) => `@tesseract.js-data/${code}`);
  const isInstalled = (name) => existsSync(inRoot('node_modules', name, 'package.json'));
  return names.every(isInstalled) ? [] : names.map((name) => `${name}@${VERSION}`);
}
