/**
 * Turns the two scripts of woff2-encoder into modules that start on a compiled WebAssembly module, and extracts their inlined
 * WebAssembly to files. The host compiles these once for all workers; a copy in each script would be compiled by each worker and
 * run unoptimized again. The scripts also no longer generate code with `new Function`, which the site's content security policy
 * forbids: calls into the module become closures over the converters that the generated code would have named.
 */
import { readFileSync } from 'node:fs';

/** The package to patch. */
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

const CARRIED = /"data:application\/octet-stream;base64,([A-Za-z0-9+/=]{1000,})"/;
/** Starts the program when the script loads; the functions after it wait for that. */
const STARTED_AT_ONCE = /let \w+=new Promise\(\w+=>\{(\w+)\(\{onRuntimeInitialized\(\)\{\w+\(this\)\}\}\)\}\);[^]*$/;

/**
 * @param {(specifier: string) => string} locate returns the path of a file `package/path` in an installed package
 * @param {(name: string, content: string | Uint8Array) => void} put writes a file to `.prepared/`
 */
export function prepare(locate, put) {
  const { version } = JSON.parse(readFileSync(locate(`${PACKAGE}/package.json`), 'utf8'));
  for (const [file, name] of [
    ['index', 'compress'],
    ['decompress', 'decompress'],
  ]) {
    const { script, program } = moduleFrom(readFileSync(locate(`${PACKAGE}/dist/${file}.js`), 'utf8'));
    put(`${name}.mjs`, notice(version) + script);
    put(`${name}.wasm`, program);
    put(`${name}.d.mts`, "import type { Start } from '../woff2.ts';\ndeclare const start: Start;\nexport default start;\n");
  }
}

/**
 * @param {string} published a script of the package
 * @returns a module that exports a function to start the program, and the program
 */
export function moduleFrom(published) {
  const [, program] = CARRIED.exec(published) ?? [];
  if (!program) throw new Error('the inlined WebAssembly of woff2-encoder was not found');
  const [, start] = STARTED_AT_ONCE.exec(published) ?? [];
  if (!start) throw new Error('the start of woff2-encoder was not found');
  if (!MADE_FROM_TEXT.test(published)) throw new Error('unknown code generation in woff2-encoder');
  const body = published
    .replace(CARRIED, '"woff2.wasm"')
    .replace(STARTED_AT_ONCE, `export default ${start};\n`)
    .replace(MADE_FROM_TEXT, (_, constructor, names, values) => `invokerOf(${names},${values})`);
  if (/[^\w$.]Function[(,]/.test(body)) throw new Error('woff2-encoder generates code elsewhere');
  return { script: `${INVOKER}${body}`, program: Buffer.from(program, 'base64') };
}
