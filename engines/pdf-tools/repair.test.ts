/** Damaged files, judged by programs that are not ours: the result must have no error, and all pages that can be found. */
import { afterAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../../tests/native.ts';
import { check, edit, removeFiles, textIn } from '../../tests/pdf/judged-files.ts';
import { madeFile } from '../../tests/pdf/made-documents.ts';
import { hasTable } from './document/cross-reference-table.ts';

afterAll(removeFiles);

const HAS_JUDGES = hasProgram('pdftotext') && hasProgram('qpdf');
const PAGES = 3;

type Damage = (content: string) => string;

/** What happens to files: interrupted downloads, editors that treat them as text, programs that count wrongly. */
const DAMAGES: readonly (readonly [string, Damage])[] = [
  ['a cross-reference table that points elsewhere', (content) => content.replaceAll(/^\d{10} (\d{5}) n/gm, '0000000007 $1 n')],
  ['a wrong place of the cross-reference table', (content) => content.replace(/startxref\s+\d+/, 'startxref\n7')],
  ['no cross-reference table', (content) => content.slice(0, content.lastIndexOf('xref\n'))],
  ['no end', (content) => content.slice(0, content.lastIndexOf('trailer'))],
  ['text before its first line', (content) => `HTTP/1.1 200 OK\nContent-Type: application/pdf\n\n${content}`],
  ['bytes after its end', (content) => `${content}${'\0'.repeat(5000)}`],
  ['wrong lengths of streams', (content) => content.replaceAll(/\/Length \d+/g, '/Length 5')],
  ['objects that do not end', (content) => content.replaceAll('\nendobj', '')],
  ['a missing header', (content) => content.replace(/^%PDF-[^\n]*\n/, '%PDF-\n')],
  ['a page tree that counts wrongly', (content) => content.replace(/\/Count \d+/, '/Count 90')],
];

const damaged = async (damage: Damage): Promise<Blob> => {
  const content = Buffer.from(await (await madeFile('kept', PAGES)).arrayBuffer()).toString('latin1');
  return new Blob([Buffer.from(damage(content), 'latin1')]);
};

describe.skipIf(!HAS_JUDGES)('a file with', () => {
  it.each(DAMAGES)('%s is repaired with all pages', async (_, damage) => {
    const source = await damaged(damage);
    const { file } = await edit([source]);
    expect(check(file)).toContain('No syntax');
    expect(textIn(file)).toEqual(['kept 1', 'kept 2', 'kept 3']);
  });
});

describe.skipIf(!HAS_JUDGES)('a file that ends in the middle', () => {
  it('keeps the pages that are still there, with a warning', async () => {
    const source = await damaged((content) => content.slice(0, content.indexOf('kept 2') - 200));
    const { file, warnings } = await edit([source]);
    expect(check(file)).toContain('No syntax');
    expect(textIn(file)[0]).toBe('kept 1');
    expect(warnings).toContainEqual({ code: 'damaged-source' });
  });
});

describe('the cross-reference table', () => {
  const text = '%PDF-1.7\n1 0 obj\nnull\nendobj\nxref\n0 1\n';
  const found = (content: string): boolean => hasTable(Buffer.from(content, 'latin1'));

  it.each([
    ['a table', `${text}startxref\n${text.indexOf('xref')}\n%%EOF`],
    ['a stream', `${text}startxref\n${text.indexOf('1 0 obj')}\n%%EOF`],
    ['a table behind text before the header', `mail\n${text}startxref\n${text.indexOf('xref')}\n%%EOF`],
  ])('is found as %s', (_, content) => expect(found(content)).toBe(true));

  it.each([
    ['points elsewhere', `${text}startxref\n3\n%%EOF`],
    ['is too large', `${text}startxref\n99999999999999999999\n%%EOF`],
    ['is missing', text],
  ])('is not found if its place %s', (_, content) => expect(found(content)).toBe(false));
});
