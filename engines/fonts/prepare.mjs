/**
 * Patches the two scripts of woff2-encoder so that they do not generate code with `new Function`, which the site's content
 * security policy forbids. Calls into the module become closures over the converters that the generated code would have named.
 */
import { readFileSync } from 'node:fs';

/** The package and the files to patch. */
export const PACKAGE = 'woff2-encoder';

const notice = (version) => `/*!
 * ${PACKAGE} ${version} (MIT, https://github.com/itskyedo/woff2-encoder), changed by Bakkum: makes no functions from text.
 */
`;

/** Pattern of code generation in Emscripten 3.1 (embind): source text with the names of its values, then the values. */
const MADE_FROM_TEXT =
  /\(function\((\w+),\w+\)\{if\(!\(\1 instanceof Function\)\)throw TypeError\(`new_ called[^]{0,500}?\}\)\(Function,(\w+)\)\.apply\(null,(\w+)\)/;

/**
 * The values come in embind's order: fixed ones, then the argument types, then argument destructors, which the destructor list
 * handles in every case here.
 */
const INVOKER = `function invokerOf(names, [throwBindingError, invoker, fn, runDestructors, retType, , ...rest]) {
  const types = rest.slice(0, names.filter((name) => name.startsWith('argType')).length);
  return (...given) => {
    if (given.length !== types.length) throwBindingError(\`\${given.length} arguments, expected \${types.length}\`);
    const destructors = [];
    const answer = invoker(fn, ...types.map((type, index) => type.toWireType(destructors, given[index])));
    runDestructors(destructors);
    return retType.fromWireType(answer);
  };
}
`;

/**
 * @param {(specifier: string) => string} locate returns the path of a file `package/path` in an installed package
 * @param {(name: string, content: string) => void} put writes a file to `.prepared/`
 */
export function prepare(locate, put) {
  const { version } = JSON.parse(readFileSync(locate(`${PACKAGE}/package.json`), 'utf8'));
  const made = (file) => notice(version) + moduleFrom(readFileSync(locate(`${PACKAGE}/dist/${file}.js`), 'utf8'));
  put('compress.mjs', made('index'));
  put('compress.d.mts', `export { compress } from '${PACKAGE}';\n`);
  put('decompress.mjs', made('decompress'));
  put('decompress.d.mts', `export { default } from '${PACKAGE}/decompress';\n`);
}

/** @param {string} script a script as published */
export function moduleFrom(script) {
  if (!MADE_FROM_TEXT.test(script)) throw new Error('unknown code generation in woff2-encoder');
  const body = script.replace(MADE_FROM_TEXT, (_, constructor, names, values) => `invokerOf(${names},${values})`);
  if (/[^\w$.]Function[(,]/.test(body)) throw new Error('woff2-encoder generates code elsewhere');
  return `${INVOKER}${body}`;
}
