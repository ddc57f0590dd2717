import { corrupt } from '@bakkum/conversion/errors';
import { type DataFormat, isList, isTable, type Loss, type Notes, type Value, wordsOf } from '@bakkum/data-tree/value';

type Entry = readonly [path: readonly string[], text: string];

/** Flattens a tree to paths and strings, as settings files need. Lists are counted from 0. */
function entriesOf(value: Value, notes: Notes, path: readonly string[] = []): readonly Entry[] {
  if (isTable(value)) return [...value].flatMap(([key, child]) => entriesOf(child, notes, [...path, key]));
  if (isList(value)) {
    notes.lose('structure-changed');
    return value.flatMap((child, index) => entriesOf(child, notes, [...path, String(index)]));
  }
  if (typeof value !== 'string') notes.lose('types-changed');
  return [[path.length === 0 ? ['value'] : path, wordsOf(value)]];
}

function linesOf(text: string): readonly string[] {
  return text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
}

const commented = (lines: readonly string[], pattern: RegExp, notes: Notes): void => {
  if (lines.some((line) => pattern.test(line))) notes.lose('comments-dropped' satisfies Loss);
};

/** Sections in brackets, then `key=value`. Values are strings; nested sections are named with dots. */
export const ini: DataFormat = {
  read(text, notes) {
    const lines = linesOf(text);
    commented(lines, /^\s*[;#]/, notes);
    const root = new Map<string, Value>();
    let section: Map<string, Value> = root;
    for (const line of lines) {
      const name = /^\s*\[(.*)\]\s*(?:[;#][\s\S]*)?$/.exec(line)?.[1]?.trim();
      const [, key, value = ''] = /^\s*([^=:;#[\s][^=:]*)(?:[=:](.*))?$/.exec(line) ?? [];
      if (name !== undefined) section = sectionIn(root, name);
      else if (key !== undefined) section.set(key.trimEnd(), unquoted(value.trim()));
      else if (line.trim() !== '' && !/^\s*[;#]/.test(line)) throw corrupt('a line that is no setting');
    }
    if (!lines.some((line) => /^\s*\[.*\]|[=:]/.test(line))) throw corrupt('no setting in it');
    return root;
  },
  write(value, notes) {
    const entries = entriesOf(value, notes);
    const sections = Map.groupBy(entries, ([path]) => path.slice(0, -1).join('.'));
    if (entries.some(([path]) => path.length > 2)) notes.lose('structure-changed');
    const loose = sections.get('') ?? [];
    const named = [...sections].filter(([name]) => name !== '');
    const lines = (members: readonly Entry[]): string =>
      members.map(([path, text]) => `${path.at(-1) ?? ''} = ${quoted(text)}\n`).join('');
    return lines(loose) + named.map(([name, members]) => `${loose.length > 0 ? '\n' : ''}[${name}]\n${lines(members)}`).join('');
  },
};

function sectionIn(root: Map<string, Value>, name: string): Map<string, Value> {
  const known = root.get(name);
  if (known instanceof Map) return known;
  const made = new Map<string, Value>();
  root.set(name, made);
  return made;
}

const unquoted = (text: string): string => {
  const inner = /^"(.*)"$/.exec(text)?.[1];
  return inner === undefined ? text : inner.replaceAll('\\n', '\n').replaceAll('\\"', '"').replaceAll('\\\\', '\\');
};

/** Quotes values that would otherwise be read differently. */
function quoted(text: string): string {
  const plain = text === text.trim() && !/^"|[\r\n;#]/.test(text);
  return plain ? text : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

/** Java properties: `key=value`; a backslash at the end of a line continues it. */
export const properties: DataFormat = {
  read(text, notes) {
    const lines = linesOf(text);
    commented(lines, /^\s*[#!]/, notes);
    const table = new Map<string, Value>();
    let open = '';
    for (const line of lines) {
      const logical = open + (open === '' ? line : line.trimStart());
      if (open === '' && /^\s*(?:[#!].*)?$/.test(line)) continue;
      if (/(?:^|[^\\])(?:\\\\)*\\$/.test(logical)) {
        open = logical.slice(0, -1);
        continue;
      }
      open = '';
      const [, key = '', value = ''] = /^\s*((?:\\.|[^\\\s=:])*)(?:\s*[=:]\s*|\s+)?([\s\S]*)/.exec(logical) ?? [];
      table.set(unescaped(key), unescaped(value));
    }
    return table;
  },
  write: (value, notes) =>
    entriesOf(value, notes)
      .map(([path, text]) => `${escapedKey(path.join('.'), notes, path)}=${escaped(text).replace(/^ /, '\\ ')}\n`)
      .join(''),
};

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f' };

function unescaped(text: string): string {
  return text.replaceAll(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, (_, code: string) =>
    code.length === 5 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : (ESCAPED[code] ?? code),
  );
}

/** Escapes to ASCII, which older readers require. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function escapedKey(key: string, notes: Notes, path: readonly string[]): string {
  if (path.length > 1) notes.lose('structure-changed');
  return escaped(key).replaceAll(/[ =:#!]/g, '\\$&');
}

/** `NAME="value"`, as shells and deployment tools read it. */
export const env: DataFormat = {
  read(text, notes) {
    const lines = linesOf(text);
    commented(lines, /^\s*#/, notes);
    const table = new Map<string, Value>();
    const pattern =
      /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(?:"((?:\\[\s\S]|[^"\\])*)"(?=[ \t]*$|[ \t]+#)|'([^']*)'(?=[ \t]*$|[ \t]+#)|([^\n]*))/gm;
    const whole = lines.join('\n');
    for (const [, key = '', double, single, bare] of whole.matchAll(pattern))
      table.set(key, double === undefined ? (single ?? (bare ?? '').replace(/\s#.*/, '').trim()) : unescaped(double));
    if (table.size === 0 && whole.trim() !== '') throw corrupt('no setting in it');
    return table;
  },
  write: (value, notes) =>
    entriesOf(value, notes)
      .map(([path, text]) => `${variableName(path, notes)}=${shellText(text)}\n`)
      .join(''),
};

function variableName(path: readonly string[], notes: Notes): string {
  const name = path.join('_');
  const plain = name.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d)/, '_');
  if (path.length > 1 || plain !== name) notes.lose('structure-changed');
  return plain;
}

function shellText(text: string): string {
  if (/^[\w./:@%+,-]*$/.test(text)) return text;
  return `"${text.replaceAll(/[\\"$`]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}
