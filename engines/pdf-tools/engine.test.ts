import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../../tests/native.ts';
import {
  attachmentsOf,
  check,
  edit,
  fieldsOf,
  infoOf,
  outlineOf,
  pageLabelsOf,
  plainContent,
  removeFiles,
  saved,
  textIn,
} from '../../tests/pdf/judged-files.ts';
import { fileOf, madeFile, madeRich } from '../../tests/pdf/made-documents.ts';

afterAll(removeFiles);

const HAS_JUDGES = hasProgram('pdftotext') && hasProgram('qpdf');
const firstLines = (file: string): readonly string[] => textIn(file).map((page) => page.split('\n')[0] ?? '');

describe.skipIf(!HAS_JUDGES)('several files', () => {
  it('are merged in order, with all pages', async () => {
    const { file } = await edit([await madeFile('one', 2), await madeFile('two', 1), await madeFile('three', 2)]);
    expect(textIn(file)).toEqual(['one 1', 'one 2', 'two 1', 'three 1', 'three 2']);
    expect(infoOf(file)).toMatch(/Title: +one/);
    expect(check(file)).toContain('No syntax');
  });

  it('keep bookmarks, links, form fields, attachments and page labels', async () => {
    const { file, warnings } = await edit([await fileOf(await madeRich('one', 2)), await fileOf(await madeRich('two', 2))]);
    expect(check(file)).toContain('No syntax');
    expect(outlineOf(file)).toEqual([
      'one bookmark 1: 1',
      '  one nested: 2',
      'one bookmark 2: 2',
      'two bookmark 1: 3',
      '  two nested: 4',
      'two bookmark 2: 4',
    ]);
    expect(fieldsOf(file)).toEqual(['one.1 on 1', 'one.2 on 2', 'two.1 on 3', 'two.2 on 4']);
    expect(attachmentsOf(file)).toEqual(['note-2.txt', 'note.txt']);
    expect(JSON.stringify(pageLabelsOf(file))).toContain('"/S":"/r","/St":1');
    expect(infoOf(file, '-dests').match(/Page +Destination|end/g)).not.toContain('end');
    expect(plainContent(file).match(/\/Alt /g)).toHaveLength(4);
    expect(warnings).toEqual([]);
  });

  it('get new names for duplicate form fields', async () => {
    const rich = await fileOf(await madeRich('one', 1));
    const { file } = await edit([rich, rich]);
    expect(fieldsOf(file)).toEqual(['one.1 on 1', 'one-2.1 on 2']);
  });

  it('share one page numbering in a page list', async () => {
    const { file } = await edit([await madeFile('one', 2), await madeFile('two', 2)], { pages: '4,1' });
    expect(textIn(file)).toEqual(['two 2', 'one 1']);
  });
});

describe.skipIf(!HAS_JUDGES)('listed pages', () => {
  it('are reordered, repeated and rotated', async () => {
    const { file } = await edit([await madeFile('one', 4)], { pages: '4@90, 1-2, 1' });
    expect(textIn(file)).toEqual(['one 4', 'one 1', 'one 2', 'one 1']);
    expect(
      infoOf(file, '-f', '1', '-l', '2')
        .match(/rot: +\d+/g)
        ?.map((line) => line.replace(/\D+/, '')),
    ).toEqual(['90', '0']);
    expect(check(file)).toContain('No syntax');
  });

  it('keep their bookmarks, fields and labels, without content of other pages', async () => {
    const { file } = await edit([await fileOf(await madeRich('one', 3))], { pages: '3,1' });
    expect(check(file)).toContain('No syntax');
    expect(outlineOf(file)).toEqual(['one bookmark 1: 2', '  one nested: 1', 'one bookmark 3: 1']);
    expect(fieldsOf(file)).toEqual(['one.3 on 1', 'one.1 on 2']);
    const content = plainContent(file);
    for (const trace of ['one 2', 'bookmark 2', 'value 2', 'spoken 2']) expect(inEveryForm(content, trace)).toEqual([]);
    expect(inEveryForm(content, 'spoken 3')).not.toEqual([]);
    expect(JSON.stringify(pageLabelsOf(file))).toContain('"/St":3');
  });

  it('can be blank, as large as the page before them', async () => {
    const file = (await edit([await madeFile('one', 2)], { pages: 'blank,2@90,blank,blank@90,1' })).file;
    expect(textIn(file)).toEqual(['', 'one 2', '', '', 'one 1']);
    const lines = infoOf(file, '-f', '1', '-l', '5').match(/(?<=size: +)\d.*pts|(?<=rot: +)\d+/g);
    expect(lines?.join()).toBe('100 x 200 pts,0,200 x 100 pts,90,100 x 200 pts,0,200 x 100 pts,0,200 x 100 pts,0');
    expect(check(file)).toContain('No syntax');
  });

  it('turn form fields of a repeated page into static text', async () => {
    const { file, warnings } = await edit([await fileOf(await madeRich('one', 1))], { pages: '1,1' });
    expect(fieldsOf(file)).toEqual(['one.1 on 1']);
    expect(warnings).toEqual([{ code: 'fields-flattened' }]);
    expect(check(file)).toContain('No syntax');
  });
});

/** How often a text occurs in plain, UTF-16 or hexadecimal form. */
function inEveryForm(content: string, text: string): readonly string[] {
  const wide = Buffer.from(text, 'utf16le').swap16();
  const forms = [text, wide.toString('latin1'), wide.toString('hex'), Buffer.from(text).toString('hex')];
  return forms.filter((form) => content.toLowerCase().includes(form.toLowerCase()));
}

describe.skipIf(!HAS_JUDGES)('a split file', () => {
  it('ends after the given number of pages', async () => {
    const { files } = await edit([await madeFile('one', 5)], { split: 'every', splitPages: 2 });
    expect(files.map(({ label }) => label)).toEqual(['pages-1-2', 'pages-3-4', 'page-5']);
    expect(files.flatMap(({ file }) => textIn(file))).toEqual(['one 1', 'one 2', 'one 3', 'one 4', 'one 5']);
    for (const { file } of files) expect(check(file)).toContain('No syntax');
  });

  it('begins at each bookmark of the first level', async () => {
    const { files } = await edit([await fileOf(await madeRich('one', 3))], { split: 'bookmarks', pages: '2-3' });
    expect(files.map(({ label }) => label)).toEqual(['1-one bookmark 2', '2-one bookmark 1']);
    expect(files.map(({ file }) => firstLines(file))).toEqual([['one 2'], ['one 3']]);
  });

  it('without bookmarks is refused', async () => {
    await expect(edit([await madeFile('one', 2)], { split: 'bookmarks' })).rejects.toMatchObject({ code: 'no-bookmarks' });
  });

  it('has a file for each part of the page list', async () => {
    const { files } = await edit([await madeFile('one', 4)], { split: 'list', pages: '3-4,1' });
    expect(files.map(({ file }) => textIn(file))).toEqual([['one 3', 'one 4'], ['one 1']]);
  });

  it('has a file for each group between semicolons', async () => {
    const { files } = await edit([await madeFile('one', 4)], { split: 'list', pages: '4,1;blank;2' });
    expect(files.map(({ file }) => textIn(file))).toEqual([['one 4', 'one 1'], [''], ['one 2']]);
    expect(files.map(({ label }) => label)).toEqual(['1-pages-1-4', '2-blank', '3-page-2']);
  });

  it('stays below the given size', async () => {
    const { files } = await edit([await fileOf(await madeRich('one', 40))], { split: 'size', splitSize: 12 });
    expect(files.length).toBeGreaterThan(1);
    for (const { file } of files) expect(readFileSync(file).length).toBeLessThanOrEqual(12_000);
    expect(files.flatMap(({ file }) => firstLines(file))).toHaveLength(40);
  });
});

describe.skipIf(!HAS_JUDGES)('passwords', () => {
  it('open protected files', async () => {
    const plain = await saved(await madeFile('secret', 1));
    for (const [user, bits] of [
      ['pass', 256],
      ['', 128],
    ] as const) {
      const sealed = `${plain}-${bits}.pdf`;
      execFileSync('qpdf', ['--allow-weak-crypto', '--encrypt', user, 'owner', String(bits), '--', plain, sealed]);
      const file = new Blob([readFileSync(sealed)]);
      const opened = await edit([file], { password: user });
      expect(textIn(opened.file)).toEqual(['secret 1']);
      expect(infoOf(opened.file)).toMatch(/Encrypted: +no/);
      if (user === '') continue;
      await expect(edit([file])).rejects.toMatchObject({ code: 'encrypted' });
      await expect(edit([file], { password: 'wrong' })).rejects.toMatchObject({ code: 'wrong-password' });
    }
  });

  it('are set with AES-256', async () => {
    const { file } = await edit([await fileOf(await madeRich('one', 2))], { newPassword: '비밀번호 1' });
    expect(() => infoOf(file)).toThrow(/Incorrect password/);
    expect(check(file, '--password=비밀번호 1')).toContain('No syntax');
    expect(execFileSync('qpdf', ['--password=비밀번호 1', '--show-encryption', file], { encoding: 'utf8' })).toMatch(
      /R = 6[\s\S]*stream encryption method: AESv3/,
    );
    expect(textIn(file, '-upw', '비밀번호 1')[0]).toContain('one 1');
  });

  it('restrict permissions without a password to open', async () => {
    const { file } = await edit([await madeFile('one', 1)], { allowPrinting: false, allowCopying: false });
    const told = execFileSync('qpdf', ['--show-encryption', file], { encoding: 'utf8' });
    expect(told).toMatch(/extract for any purpose: not allowed/);
    expect(told).toMatch(/print high resolution: not allowed/);
    expect(told).toMatch(/modify annotations: allowed/);
    expect(told).toMatch(/extract for accessibility: allowed/);
  });

  it('of more than 127 bytes are refused', async () => {
    await expect(edit([await madeFile('one', 1)], { newPassword: '가'.repeat(60) })).rejects.toMatchObject({
      code: 'invalid-options',
    });
  });
});

describe.skipIf(!HAS_JUDGES)('document properties', () => {
  it('are written as given', async () => {
    const { file } = await edit([await madeFile('one', 1)], { title: '보고서', author: 'Kim' });
    expect(infoOf(file)).toMatch(/Title: +보고서[\s\S]*Author: +Kim/);
  });

  it('are removed everywhere', async () => {
    const document = await madeRich('one', 1);
    document.setAuthor('Somebody');
    const { file } = await edit([await fileOf(document)], { documentInfo: 'strip' });
    expect(infoOf(file)).not.toMatch(/Title:|Author:|Producer:|CreationDate:/);
    expect(inEveryForm(plainContent(file), 'Somebody')).toEqual([]);
    expect(check(file)).toContain('No syntax');
  });
});

describe('broken files', () => {
  it.each([
    ['empty', ''],
    ['corrupt', '%PDF-1.7\nnothing'],
  ])('are refused when %s', async (code, text) => {
    await expect(edit([new Blob([text])])).rejects.toMatchObject({ code });
  });
});
