/**
 * Copies the modules of apache-arrow used here and patches one: to distinguish values from nulls it generates code with `new
 * Function`, which the site's content security policy forbids. A `Set` gives the same result.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const PACKAGE = 'apache-arrow';

/** Names used, by module. */
const USED = {
  'type.mjs': ['Binary', 'Bool', 'DataType', 'DateDay', 'Float64', 'Int64', 'Struct', 'TimestampMillisecond', 'Utf8'],
  'enum.mjs': ['DateUnit', 'TimeUnit'],
  'schema.mjs': ['Field', 'Schema'],
  'data.mjs': ['makeData'],
  'factories.mjs': ['makeBuilder'],
  'recordbatch.mjs': ['RecordBatch'],
  'table.mjs': ['Table'],
  'ipc/compression/registry.mjs': ['compressionRegistry'],
  'ipc/message.mjs': ['MessageReader'],
  'ipc/reader.mjs': ['RecordBatchFileReader', 'RecordBatchReader'],
  'ipc/serialization.mjs': ['tableToIPC'],
};
const CHANGED = 'builder/valid.mjs';
const RELATIVE = /(?:from|import) '(\.[^']+)'/g;

const notice = (
  version,
) => `/*! Modules of ${PACKAGE} ${version} (Apache-2.0); ${CHANGED} was changed by Bakkum: it makes no functions from text. */
`;

/**
 * @param {(specifier: string) => string} locate returns the path of a file `package/path` in an installed package
 * @param {(name: string, content: string) => void} put writes a file to `.prepared/`
 */
export function prepare(locate, put) {
  const { version } = JSON.parse(readFileSync(locate(`${PACKAGE}/package.json`), 'utf8'));
  // Source maps are not copied.
  const read = (file) => readFileSync(locate(`${PACKAGE}/${file}`), 'utf8').replace(/\n\/\/# sourceMappingURL=.*/, '');
  const done = new Set();
  const open = Object.keys(USED);
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (done.has(file)) continue;
    done.add(file);
    const text = read(file);
    put(`arrow/${file}`, file === CHANGED ? withoutText(text) : text);
    for (const [, target = ''] of text.matchAll(RELATIVE)) open.push(path.posix.join(path.posix.dirname(file), target));
  }
  const names = Object.values(USED).flat().toSorted();
  const lines = Object.entries(USED).map(([file, of]) => `export { ${of.join(', ')} } from './arrow/${file}';\n`);
  put('arrow.mjs', notice(version) + lines.join(''));
  put('arrow.d.mts', `export { ${names.join(', ')} } from '${PACKAGE}';\n`);
}

/** @param {string} module the source of the module that distinguishes values from nulls, as published */
export function withoutText(module) {
  const start = module.indexOf("    let fnBody = '';");
  const end = module.indexOf('\n}', start);
  if (start < 0 || !module.slice(start, end).includes('new Function(')) throw new Error(`unknown code in ${CHANGED}`);
  const body = '    const nulls = new Set(nullValues);\n    return (value) => !nulls.has(value);';
  return module.slice(0, start) + body + module.slice(end);
}
