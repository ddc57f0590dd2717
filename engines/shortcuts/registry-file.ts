import { corrupt } from '@bakkum/conversion/errors';
import { type Table, type Value, wholeNumber } from '@bakkum/data-tree/value';

/** Value types of the registry by the number in `hex(…)`. */
const TEXTS: ReadonlySet<string> = new Set(['1', '2']);
const LIST = '7';
const LONG = 'b';

/**
 * Reads a Windows registry file: keys as tables of their values; `@` is the default value, and `null` marks a deletion. Errors:
 * `corrupt`.
 */
export function readRegistryFile(text: string): Value {
  const [head = '', ...lines] = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const isOld = /^REGEDIT4\s*$/.test(head);
  if (!isOld && !head.startsWith('Windows Registry Editor Version')) throw corrupt('no registry file');
  const keys = new Map<string, Value>();
  let values: Map<string, Value> | undefined;
  for (const line of joined(lines)) {
    const [, minus = '', key = ''] = /^\s*\[(-?)(.+)\]\s*$/.exec(line) ?? [];
    if (key !== '') values = keyIn(keys, key, minus !== '');
    else if (values) addValue(values, line, isOld);
  }
  if (keys.size === 0) throw corrupt('no key in it');
  return keys;
}

/** Joins byte values that continue after a backslash. */
function joined(lines: readonly string[]): readonly string[] {
  const whole: string[] = [];
  let open = '';
  for (const line of lines) {
    const isOpen = /(?:,|=hex(?:\([0-9a-f]+\))?:)\s*\\\s*$/i.test(line);
    const rest = open === '' ? line : line.trim();
    if (isOpen) open += rest.replace(/\\\s*$/, '');
    else {
      whole.push(open + rest);
      open = '';
    }
  }
  if (open !== '') whole.push(open);
  return whole;
}

function keyIn(keys: Map<string, Value>, key: string, isDeleted: boolean): Map<string, Value> | undefined {
  if (isDeleted) {
    keys.set(key, null);
    return undefined;
  }
  const known = keys.get(key);
  if (known instanceof Map) return known;
  const made = new Map<string, Value>();
  keys.set(key, made);
  return made;
}

const unescaped = (text: string): string => text.replaceAll(/\\([\\"])/g, '$1');

function addValue(values: Map<string, Value>, line: string, isOld: boolean): void {
  const [, name, data = ''] = /^\s*(@|"(?:[^"\\]|\\.)*")\s*=(.*)/.exec(line) ?? [];
  if (name === undefined) return; // skip comments and empty lines
  values.set(name === '@' ? '@' : unescaped(name.slice(1, -1)), valueOf(data.trim(), isOld));
}

function valueOf(data: string, isOld: boolean): Value {
  if (data === '-') return null;
  const text = /^"((?:[^"\\]|\\.)*)"$/.exec(data)?.[1];
  if (text !== undefined) return unescaped(text);
  const number = /^dword:([0-9a-f]{1,8})$/i.exec(data)?.[1];
  if (number !== undefined) return Number.parseInt(number, 16);
  const [, kind = '', digits = ''] = /^hex(?:\(([0-9a-f]+)\))?:([0-9a-f,\s]*)$/i.exec(data) ?? [];
  if (!/^hex/i.test(data)) throw corrupt('a value of no kind');
  const bytes = Uint8Array.from(digits.split(',').flatMap((pair) => (pair.trim() === '' ? [] : [Number.parseInt(pair, 16)])));
  return bytesAs(bytes, kind.toLowerCase(), isOld);
}

function bytesAs(bytes: Uint8Array<ArrayBuffer>, kind: string, isOld: boolean): Value {
  if (kind === LONG && bytes.length === 8) return wholeNumber(new DataView(bytes.buffer).getBigUint64(0, true));
  if (!TEXTS.has(kind) && kind !== LIST) return bytes;
  const text = new TextDecoder(isOld ? 'latin1' : 'utf-16le').decode(bytes);
  return kind === LIST ? text.split('\0').filter((part) => part !== '') : text.replace(/(?<!\0)\0+$/, '');
}

/** Returns one record per key and value, for tables. */
export function registryRecords(keys: Table): readonly Table[] {
  return [...keys].flatMap(([key, values]) =>
    values instanceof Map
      ? [...values].map(
          ([name, value]): Table =>
            new Map<string, Value>([
              ['key', key],
              ['name', name],
              ['value', value],
            ]),
        )
      : [
          new Map<string, Value>([
            ['key', key],
            ['name', null],
            ['value', null],
          ]),
        ],
  );
}
