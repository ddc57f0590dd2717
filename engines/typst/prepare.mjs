/**
 * Patches the start script of Typst so that it
 * - generates no code, which the site's content security policy forbids. It does so twice, for placeholders of file and package
 *   access that `startProgram` replaces before they are called, so their content does not matter;
 * - creates an instance with its own memory on each call: as published there is a single instance, and the memory of a large
 *   document is never freed;
 * - does not look up its WebAssembly file.
 */
import { readFileSync } from 'node:fs';

/** The package to patch. */
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
 * @param {(specifier: string) => string} locate returns the path of a file `package/path` in an installed package
 * @param {(name: string, content: string) => void} put writes a file to `.prepared/`
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
