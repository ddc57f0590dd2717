import { corrupt } from '@bakkum/conversion/errors';
import { type Table, type Value } from '@bakkum/data-tree/value';

/**
 * Reads a BSD mtree: full paths, or names in folders that are entered and left with `..`. `/set` values apply until `/unset`.
 * Errors: `corrupt` for an empty list.
 */
export function readHierarchy(text: string): Value {
  const entries = new Map<string, Map<string, Value>>();
  const defaults = new Map<string, Value>();
  const folders: string[] = [];
  for (const line of text.replaceAll(/\\\r?\n\s*/g, ' ').split(/\r?\n/)) {
    const [first = '', ...rest] = line.trim().split(/\s+/);
    if (first === '' || first.startsWith('#')) continue;
    if (first === '..') folders.pop();
    else if (first === '/set') for (const [key, value] of settingsOf(rest)) defaults.set(key, value);
    else if (first === '/unset') for (const key of rest) forget(defaults, key);
    else addEntry(entries, defaults, folders, first, settingsOf(rest));
  }
  if (entries.size === 0) throw corrupt('no file in the list');
  const records: readonly Table[] = [...entries.values()];
  return records;
}

type Settings = readonly (readonly [string, Value])[];

function addEntry(
  entries: Map<string, Map<string, Value>>,
  defaults: ReadonlyMap<string, Value>,
  folders: string[],
  name: string,
  settings: Settings,
): void {
  const isWhole = name.includes('/') && name !== './';
  const spelled = unescaped(name);
  const path = isWhole ? spelled.replace(/^\.\//, '') : [...folders, spelled].join('/');
  const entry = entries.get(path) ?? new Map<string, Value>([['path', path], ...defaults]);
  for (const [key, value] of settings) entry.set(key, value);
  entries.set(path, entry);
  if (!isWhole && entry.get('type') === 'dir' && spelled !== '.') folders.push(spelled);
}

function settingsOf(words: readonly string[]): Settings {
  return words.map((word) => {
    const equals = word.indexOf('=');
    if (equals < 0) return [word, true];
    const [key, text] = [word.slice(0, equals), word.slice(equals + 1)];
    const isNumber = ['uid', 'gid', 'size', 'nlink', 'inode', 'cksum'].includes(key) && /^\d{1,15}$/.test(text);
    return [key, isNumber ? Number(text) : unescaped(text)];
  });
}

function forget(defaults: Map<string, Value>, key: string): void {
  if (key === 'all') defaults.clear();
  else defaults.delete(key);
}

const LETTERS: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, s: 32, t: 9, v: 11 };

/** Decodes vis(3): three octal digits or a letter; bytes are UTF-8. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [whole, octal, letter] of text.matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/gu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 255);
    else if (letter !== undefined) bytes.push(LETTERS[letter] ?? letter.charCodeAt(0));
    else bytes.push(...encoder.encode(whole));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
