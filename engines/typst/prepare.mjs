/**
 * Typst's own start script, changed so that it
 * - makes no functions from text, which the site's policy forbids. It does so twice, for stand-ins of files and packages that
 *   `startProgram` replaces before anything asks them; what they are made of does not matter;
 * - starts as often as it is asked, each time with memory of its own: as published, one program is all there ever is, and what a
 *   large document took is never given back;
 * - looks for no file by itself.
 */
import { readFileSync } from 'node:fs';

/** What is changed. */
export const PACKAGE = '@myriaddreamin/typst-ts-web-compiler';

const notice = (version) => `/*!
 * Start script of ${PACKAGE} ${version} (Apache-2.0), changed by Bakkum:
 * a function that starts a program of its own at each call, and makes no functions from text.
 */
`;

const TYPES = `import type init from '${PACKAGE}';
import type { TypstCompilerBuilder, TypstFontResolverBuilder } from '${PACKAGE}';

export type Compiler = {
  readonly init: typeof init;
  readonly TypstCompilerBuilder: typeof TypstCompilerBuilder;
  readonly TypstFontResolverBuilder: typeof TypstFontResolverBuilder;
};

/** The script as for the first time: \`init\` starts a program of its own. */
export function openCompiler(): Compiler;
`;

/**
 * @param {(specifier: string) => string} locate where `package/path` of an installed package lies
 * @param {(name: string, content: string) => void} put writes into `.prepared/`
 */
export function prepare(locate, put) {
  const { version } = JSON.parse(readFileSync(locate(`${PACKAGE}/package.json`), 'utf8'));
  const script = readFileSync(locate(`${PACKAGE}/pkg/typst_ts_web_compiler.mjs`), 'utf8');
  put('compiler.mjs', notice(version) + moduleFrom(script));
  put('compiler.d.mts', TYPES);
}

/** @param {string} script the start script as published */
export function moduleFrom(script) {
  const body = script
    .replaceAll(/new Function\((?:[^()]|\([^()]*\))*\)/g, '() => undefined')
    .replaceAll(/^export default .*$|^export \{[^}]*\};?$/gm, '')
    .replaceAll(/^export (class|function)/gm, '$1')
    .replaceAll('import.meta.url', 'undefined');
  if (/\bnew Function\b|^export |import\.meta/m.test(body) || !body.includes('class TypstCompilerBuilder '))
    throw new Error('unknown start script of Typst');
  return `export function openCompiler() {\n${body}\nreturn { init: __wbg_init, TypstCompilerBuilder, TypstFontResolverBuilder };\n}\n`;
}
