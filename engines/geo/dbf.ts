import { viewOf } from '@bakkum/bytes/bytes';
import { corrupt } from '@bakkum/conversion/errors';
import { decodeText, ENCODINGS, type Encoding } from '@bakkum/document-input/text-encoding';
import { type Json, type Notes, type Properties, wordsOf } from './feature.ts';

type Field = { readonly name: string; readonly kind: string; readonly length: number; readonly decimals: number };

/** Names of Korean Windows code pages, in a .cpg file and as language driver of the table. */
const KOREAN = /^(949|cp949|ms949|ansi 949|euc-?kr|ks_?c_5601.*|uhc|51949)$/i;
const KOREAN_DRIVERS: ReadonlySet<number> = new Set([0x4e, 0x79]);

/**
 * Reads the rows of a dBASE table. The encoding is declared next to the table or in it; otherwise it is guessed from all text at
 * once.
 */
export function readTable(file: Uint8Array<ArrayBuffer>, codePage: string): readonly Properties[] {
  const view = viewOf(file);
  if (file.length < 33) throw corrupt('a table without a header');
  const [rows, header, stride] = [view.getUint32(4, true), view.getUint16(8, true), view.getUint16(10, true)];
  const body = file.subarray(header);
  if (stride === 0 || header > file.length) throw corrupt('a table without rows');
  const encoding = encodingOf(codePage.trim(), file[29] ?? 0);
  const decode = decoderOf(file, encoding);
  const fields = fieldsOf(file, header, decode);
  const whole = Math.min(rows, Math.floor(body.length / stride));
  return Array.from({ length: whole }, (_, row) => {
    let at = row * stride + 1;
    return Object.fromEntries(
      fields.map((field) => {
        const cell = body.subarray(at, at + field.length);
        at += field.length;
        return [field.name, valueOf(field, decode(cell).replace(/\0.*/s, ''))];
      }),
    );
  });
}

function encodingOf(codePage: string, driver: number): Encoding | undefined {
  if (KOREAN.test(codePage) || (codePage === '' && KOREAN_DRIVERS.has(driver))) return 'euc-kr';
  const wanted = codePage
    .toLowerCase()
    .replace(/^utf8$/, 'utf-8')
    .replace(/^(?:cp|ansi )?125/, 'windows-125');
  return ENCODINGS.find((encoding) => encoding === wanted);
}

/** Without a declaration: UTF-8 if the entire file is valid UTF-8, otherwise guessed from all of it. */
function decoderOf(file: Uint8Array<ArrayBuffer>, encoding: Encoding | undefined): (cell: Uint8Array<ArrayBuffer>) => string {
  if (encoding) return (cell) => decodeText(cell, encoding);
  const isKorean = /[가-힣]/.test(decodeText(file.filter((byte) => byte >= 0x20)));
  const isUtf8 = isWellFormed(file);
  return (cell) => decodeText(cell, isUtf8 ? 'utf-8' : isKorean ? 'euc-kr' : 'windows-1252');
}

function isWellFormed(file: Uint8Array<ArrayBuffer>): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(file.subarray(32));
    return true;
  } catch {
    return false;
  }
}

const END = 0x0d;

function fieldsOf(
  file: Uint8Array<ArrayBuffer>,
  header: number,
  decode: (cell: Uint8Array<ArrayBuffer>) => string,
): readonly Field[] {
  const fields: Field[] = [];
  for (let at = 32; at + 32 <= header && file[at] !== END; at += 32) {
    const name = decode(file.subarray(at, at + 11))
      .replace(/\0.*/s, '')
      .trim();
    fields.push({
      name,
      kind: String.fromCharCode(file[at + 11] ?? 0),
      length: file[at + 16] ?? 0,
      decimals: file[at + 17] ?? 0,
    });
  }
  return fields;
}

function valueOf({ kind }: Field, text: string): Json {
  const plain = text.trim();
  if (plain === '') return kind === 'C' ? '' : null;
  if (kind === 'N' || kind === 'F') return Number.isFinite(Number(plain)) ? Number(plain) : null;
  if (kind === 'L') return /^[TtYy]$/.test(plain) ? true : /^[FfNn]$/.test(plain) ? false : null;
  if (kind === 'D') return /^\d{8}$/.test(plain) ? `${plain.slice(0, 4)}-${plain.slice(4, 6)}-${plain.slice(6)}` : null;
  return text.trimEnd();
}

type Column = Field & { readonly key: string; readonly cells: readonly Uint8Array<ArrayBuffer>[] };

const MAX_FIELD_LENGTH = 254;
const MAX_DIGITS = 18;

/** Writes a dBASE III table in UTF-8. Names are cut to ten bytes and made unique, text to 254 bytes. */
export function writeTable(rows: readonly Properties[], notes: Notes): Uint8Array<ArrayBuffer> {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const taken = new Set<string>();
  const columns = (keys.length > 0 ? keys : ['id']).map((key) => columnOf(key, rows, taken, notes));
  const header = 32 + columns.length * 32 + 1;
  const stride = 1 + columns.reduce((sum, { length }) => sum + length, 0);
  const file = new Uint8Array(header + rows.length * stride + 1).fill(0x20, header);
  const view = new DataView(file.buffer);
  file.set([3, 80, 1, 1]);
  view.setUint32(4, rows.length, true);
  view.setUint16(8, header, true);
  view.setUint16(10, stride, true);
  columns.forEach(({ name, kind, length, decimals }, index) => {
    const at = 32 + index * 32;
    file.set(new TextEncoder().encode(name), at);
    file[at + 11] = kind.charCodeAt(0);
    file[at + 16] = length;
    file[at + 17] = decimals;
  });
  file[header - 1] = END;
  rows.forEach((_, row) => {
    let at = header + row * stride + 1;
    for (const { cells, length, kind } of columns) {
      const cell = cells[row] ?? new Uint8Array();
      file.set(cell, kind === 'N' ? at + length - cell.length : at);
      at += length;
    }
  });
  file[file.length - 1] = 0x1a;
  return file;
}

function columnOf(key: string, rows: readonly Properties[], taken: Set<string>, notes: Notes): Column {
  const values = rows.map((row) => row[key] ?? null);
  const given = values.filter((value) => value !== null);
  const isNumber =
    given.length > 0 && given.every((value) => typeof value === 'number' && plainNumber(value).length <= MAX_DIGITS);
  const isFlag = given.length > 0 && given.every((value) => typeof value === 'boolean');
  const name = shortName(key, taken);
  if (name !== key) notes.lose('structure-changed');
  if (given.some((value) => typeof value === 'object')) notes.lose('types-changed');
  const texts = values.map((value) =>
    value === null
      ? ''
      : isFlag
        ? value
          ? 'T'
          : 'F'
        : typeof value === 'number' && isNumber
          ? plainNumber(value)
          : wordsOf(value),
  );
  const cells = texts.map((text) => cutText(text));
  if (cells.some((cell, index) => cell.length < new TextEncoder().encode(texts[index]).length)) notes.lose('structure-changed');
  const length = cells.reduce((most, cell) => Math.max(most, cell.length), 1);
  const decimals = isNumber ? texts.reduce((most, text) => Math.max(most, decimalsOf(text)), 0) : 0;
  return { key, name, kind: isFlag ? 'L' : isNumber ? 'N' : 'C', length, decimals, cells };
}

const decimalsOf = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') - 1 : 0);

/** Formats without an exponent, which tables do not support. */
const plainNumber = (value: number): string =>
  /e/.test(String(value)) ? value.toFixed(15).replace(/\.?(?<!0)0+$/, '') : String(value);

/** Cuts text to the bytes of a cell without splitting characters. */
function cutText(text: string): Uint8Array<ArrayBuffer> {
  const cell = new Uint8Array(MAX_FIELD_LENGTH);
  const { written } = new TextEncoder().encodeInto(text, cell);
  return cell.slice(0, written);
}

const NAME_BYTES = 10;

function shortName(key: string, taken: Set<string>): string {
  const room = (bytes: number): string => {
    const cell = new Uint8Array(bytes);
    const { written } = new TextEncoder().encodeInto(key, cell);
    return new TextDecoder().decode(cell.subarray(0, written));
  };
  let name = room(NAME_BYTES);
  for (let number = 2; taken.has(name.toLowerCase()); number += 1)
    name = `${room(NAME_BYTES - 1 - String(number).length)}_${number}`;
  taken.add(name.toLowerCase());
  return name;
}
