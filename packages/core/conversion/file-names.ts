import { compose } from './compose.ts';

/**
 * The rule for every name that Bakkum writes into an archive or a folder. Names come from files of strangers, and the archive may be
 * unpacked on any system.
 */

/** Format characters, which are invisible or reverse text, except for the two joiners that emoji and some scripts are written with. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const HALF_CHARACTER = /\p{Cs}/gu;
const SEPARATOR = /[/\\]/g;
const DRIVE = /^([a-z]):/i;
const ONLY_DOTS = /^[. ]*$/;
/** Devices of Windows, also with an extension. */
const RESERVED = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³]|con(?:in|out)\$) *(?:\.|$)/i;
const MAX_LENGTH = 255;
/** Characters of a text that are read, which leaves room for invisible characters and for letters that compose to one. */
const MAX_READ_LENGTH = 4 * MAX_LENGTH;

/**
 * One name of a file or folder: NFC, no separators, invisible characters, drive letters or reserved names, at most 255 UTF-16 units.
 * Never empty, `.` or `..`.
 */
export function safeName(text: string): string {
  const read = compose(shortened(text, MAX_READ_LENGTH));
  const visible = read.replace(INVISIBLE, '').replace(HALF_CHARACTER, '\ufffd').replace(SEPARATOR, '_');
  const name = visible.trim().replace(DRIVE, '$1_');
  if (name === '') return 'file';
  if (ONLY_DOTS.test(name)) return name.replace(/[. ]/g, '_').slice(0, MAX_LENGTH);
  return shortened(RESERVED.test(name) ? `_${name}` : name, MAX_LENGTH);
}

/** Shortens before the extension. */
function shortened(name: string, length: number): string {
  if (name.length <= length) return name;
  const extension = /\.[^.]{1,20}$/.exec(name.slice(-21))?.[0] ?? '';
  return `${startOf(name, length - extension.length)}${extension}`;
}

/** The first UTF-16 units of a text, one fewer if the last is half of a character. */
export function startOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

/**
 * A path below a folder: safe names joined by `/`, without `.`, drive or leading `/`. Undefined if it would leave the folder, and an
 * empty string for the folder itself.
 */
export function safePath(raw: string): string | undefined {
  if (raw.includes('\0')) return undefined;
  const names = raw
    .replaceAll('\\', '/')
    .replace(/^[a-z]:(?=\/|$)/i, '')
    .split('/')
    .filter((name) => name !== '' && name !== '.');
  return names.includes('..') ? undefined : names.map(safeName).join('/');
}

/**
 * Makes names unique, ignoring letter case: the second of equal names gets " (2)" before its extension, the third " (3)". Takes linear
 * time for any number of equal names.
 * @param spell how the `count`-th of equal names is written
 */
export function uniqueNames(spell: (name: string, count: number) => string = numbered(' (', ')')): (name: string) => string {
  const held = new Set<string>();
  const counts = new Map<string, number>();
  const hold = (name: string): string => {
    held.add(name.toLowerCase());
    return name;
  };
  return (name) => {
    const key = name.toLowerCase();
    if (!held.has(key)) return hold(name);
    let count = counts.get(key) ?? 2;
    while (held.has(spell(name, count).toLowerCase())) count += 1;
    counts.set(key, count + 1);
    return hold(spell(name, count));
  };
}

/** Writes a number before the extension. */
export function numbered(before: string, after = ''): (name: string, count: number) => string {
  return (name, count) => {
    const [base, end] = partsOf(name);
    return `${base}${before}${count}${after}${end}`;
  };
}

/** The name without and from its extension. The dot of a folder does not count. */
function partsOf(name: string): readonly [base: string, end: string] {
  const dot = name.lastIndexOf('.');
  return dot > name.lastIndexOf('/') + 1 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
}
