import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { admit, isLockedWorkbook } from './admission.ts';
import { overwriteStream } from './compound-file.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../tests/fixtures/documents');
const fixture = async (name: string) => new Uint8Array(await readFile(path.join(FOLDER, name)));
const codeOf = (bytes: Uint8Array<ArrayBuffer>, from: string): string => {
  try {
    return admit(bytes, from).kind;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : String(thrown);
  }
};

const ENTRY = 46;

/** Only the central directory of a zip, with members that claim these sizes. */
function zipOf(members: Readonly<Record<string, number>>): Uint8Array<ArrayBuffer> {
  const names = Object.keys(members).map((name) => new TextEncoder().encode(name));
  const bytes = new Uint8Array(4 + names.reduce((sum, { length }) => sum + ENTRY + length, 0) + 22);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x04034b50, true);
  let at = 4;
  for (const [index, size] of Object.values(members).entries()) {
    const name = names[index] ?? new Uint8Array();
    view.setUint32(at, 0x02014b50, true);
    view.setUint32(at + 24, size, true);
    view.setUint16(at + 28, name.length, true);
    bytes.set(name, at + ENTRY);
    at += ENTRY + name.length;
  }
  view.setUint32(at, 0x06054b50, true);
  view.setUint16(at + 10, names.length, true);
  view.setUint32(at + 16, 4, true);
  return bytes;
}

describe('accepts', () => {
  it.each([
    ['docx', 'text'],
    ['doc', 'text'],
    ['odt', 'text'],
    ['rtf', 'text'],
    ['fodt', 'text'],
    ['html', 'text'],
    ['txt', 'text'],
    ['xlsx', 'sheets'],
    ['xls', 'sheets'],
    ['ods', 'sheets'],
    ['csv', 'sheets'],
    ['pptx', 'slides'],
    ['odp', 'slides'],
    ['odg', 'drawing'],
    ['ppt', 'slides'],
    ['sxw', 'text'],
    ['sxc', 'sheets'],
    ['sxi', 'slides'],
    ['sxd', 'drawing'],
  ])('a real %s', async (format, kind) => {
    expect(codeOf(await fixture(`${format}.${format}`), format)).toBe(kind);
  });

  it('text in ISO-2022-KR, with its shifts', () => {
    expect(codeOf(new TextEncoder().encode('\x1b$)C\n\x0eGQ1[\x0f words\n'), 'txt')).toBe('text');
  });

  it('an Excel 4 stream without a container', () => {
    expect(codeOf(new Uint8Array([0x09, 0x04, 0x06, 0x00, 0x00, 0x00]), 'xls')).toBe('sheets');
  });

  it('text in UTF-16', () => {
    expect(codeOf(new Uint8Array([0xff, 0xfe, 0x41, 0x00]), 'csv')).toBe('sheets');
  });

  it('parts whose paths are written with backslashes', () => {
    expect(codeOf(zipOf({ 'Word\\document.xml': 10 }), 'docx')).toBe('text');
  });
});

describe('refuses', () => {
  it('an empty file', () => expect(codeOf(new Uint8Array(), 'docx')).toBe('empty'));

  it('a file whose content is another format', async () => {
    expect(codeOf(await fixture('xlsx.xlsx'), 'docx')).toBe('corrupt');
    expect(codeOf(await fixture('txt.txt'), 'doc')).toBe('corrupt');
    expect(codeOf(await fixture('doc.doc'), 'rtf')).toBe('corrupt');
    expect(codeOf(await fixture('doc.doc'), 'docx')).toBe('corrupt');
    expect(codeOf(new Uint8Array([1, 2, 3, 0, 0, 0]), 'txt')).toBe('corrupt');
  });

  it('a compound file whose document has an invalid or missing header', async () => {
    const workbook = await fixture('xls.xls');
    overwriteStream(workbook, 'Workbook', new Uint8Array([0x93, 0x02, 0x04]));
    expect(codeOf(workbook, 'xls')).toBe('corrupt');
    expect(codeOf(await fixture('xls.xls'), 'doc')).toBe('corrupt');
    expect(codeOf(await fixture('doc.doc'), 'xls')).toBe('corrupt');
  });

  it('a truncated zip', async () => {
    expect(codeOf((await fixture('docx.docx')).slice(0, 3000), 'docx')).toBe('corrupt');
  });

  it('a ZIP that expands beyond the available memory', () => {
    expect(codeOf(zipOf({ 'word/document.xml': 2_000_000_000 }), 'docx')).toBe('too-large');
    expect(codeOf(zipOf({ 'word/document.xml': 200_000_000 }), 'docx')).toBe('too-large');
  });
});

describe('a password-protected workbook', () => {
  it('whose first records say so', async () => {
    expect(isLockedWorkbook(await fixture('encrypted.xls'))).toBe(true);
    expect(isLockedWorkbook(await fixture('xls.xls'))).toBe(false);
    expect(isLockedWorkbook(await fixture('xlsx.xlsx'))).toBe(false);
  });
});
