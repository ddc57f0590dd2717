import { expect, it } from 'vitest';
import { renameFont } from './rename-font.ts';

/** A font with only a name table: one record per entry, UTF-16BE as on Windows, or bytes. */
function fontNamed(names: readonly { readonly id: number; readonly text: string; readonly wide: boolean }[]): Uint8Array {
  const strings = names.map(({ text, wide }) => (wide ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'latin1')));
  const records = Buffer.alloc(6 + names.length * 12);
  records.writeUInt16BE(names.length, 2);
  records.writeUInt16BE(records.length, 4);
  let offset = 0;
  for (const [index, { id }] of names.entries()) {
    records.writeUInt16BE(id, 6 + index * 12 + 6);
    records.writeUInt16BE(strings[index]?.length ?? 0, 6 + index * 12 + 8);
    records.writeUInt16BE(offset, 6 + index * 12 + 10);
    offset += strings[index]?.length ?? 0;
  }
  const header = Buffer.alloc(28);
  header.writeUInt16BE(1, 4);
  header.write('name', 12, 'latin1');
  header.writeUInt32BE(28, 20);
  return Buffer.concat([header, records, ...strings]);
}

const RENAME = { from: 'Pretendard', to: 'BakkumSans' };

it('renames the family in both encodings and keeps the copyright', () => {
  const before = [
    { id: 0, text: 'with Reserved Font Name Pretendard.', wide: true },
    { id: 1, text: 'Pretendard Variable', wide: true },
    { id: 6, text: 'PretendardVariable-Regular', wide: false },
  ];
  const after = [before[0], { ...before[1], text: 'BakkumSans Variable' }, { ...before[2], text: 'BakkumSansVariable-Regular' }];
  expect(Buffer.from(renameFont(fontNamed(before), RENAME))).toEqual(Buffer.from(fontNamed(after as typeof before)));
});

it('refuses a name of another length, and a file that is not a font', () => {
  expect(() => renameFont(fontNamed([]), { from: 'Pretendard', to: 'Ours' })).toThrow(RangeError);
  expect(() => renameFont(new Uint8Array(64), RENAME)).toThrow('no name table');
});
