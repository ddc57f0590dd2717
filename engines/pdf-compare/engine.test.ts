import { execFileSync } from 'node:child_process';
import { type DocumentComparison, isEqual, parseComparison } from '@bakkum/conversion/document-comparison';
import { degrees, PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { contextFor } from '../../tests/engine-context.ts';
import { hasProgram } from '../../tests/native.ts';
import { check, removeFiles, saved, textIn } from '../../tests/pdf/judged-files.ts';
import { fileOf, madePages, madeRich } from '../../tests/pdf/made-documents.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

afterAll(removeFiles);

const OPTIONS = { password: '', secondPassword: '' };

async function described(before: Blob, after: Blob, to: string, options = OPTIONS): Promise<Blob> {
  const request = { inputs: [before, after] as const, from: 'pdf', to, options };
  const [{ content }] = (await engine.convert(request, contextFor(manifest))).outputs;
  if (!(content instanceof Blob)) throw new TypeError('no file');
  return content;
}

async function compared(before: Blob, after: Blob): Promise<DocumentComparison> {
  return parseComparison(await (await described(before, after, 'json')).text());
}

const told = ({ changes }: DocumentComparison) => changes.map(({ kind, before, after }) => [kind, before?.text, after?.text]);

/** One page of lines, 20 points apart. */
async function page(lines: readonly string[], more?: (document: PDFDocument) => void): Promise<Blob> {
  const document = await PDFDocument.create();
  const sheet = document.addPage([400, 300]);
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const [at, line] of lines.entries()) sheet.drawText(line, { x: 40, y: 240 - at * 20, size: 12, font });
  more?.(document);
  return fileOf(document);
}

const TEXT = ['The first line of this page', 'is followed by a second line', 'and by a third one'];

describe('a comparison', () => {
  it('finds nothing in a file and itself, or in a file that was only written differently', async () => {
    const document = await madeRich('page', 3);
    const file = await fileOf(document);
    const again = new Blob([new Uint8Array(await document.save())]);
    for (const other of [file, again]) {
      const comparison = await compared(file, other);
      expect(comparison.changes).toEqual([]);
      expect(comparison.pairs).toEqual([1, 2, 3].map((number) => ({ before: number, after: number, differingPixels: 0 })));
      expect(isEqual(comparison)).toBe(true);
    }
  });

  it('names words that were added, removed and replaced, with their places', async () => {
    const after = ['The very first line of this page', 'is followed by another line', 'and by a third'];
    const comparison = await compared(await page(TEXT), await page(after));
    expect(told(comparison)).toEqual([
      ['added', undefined, 'very'],
      ['changed', 'a second', 'another'],
      ['removed', 'one', undefined],
    ]);
    const [area] = comparison.changes[0]?.after?.areas ?? [];
    expect(area).toMatchObject({ page: 1 });
    expect(area?.x).toBeGreaterThan(60);
    expect(area?.y).toBeGreaterThan(40);
    expect(area?.y).toBeLessThan(60);
  });

  it('ignores other line breaks, hyphens at the ends of lines, and ligatures', async () => {
    const before = await page(['An office with confident people', 'is well prepared']);
    const after = await page(['An office with con-', 'fident people is', 'well prepared']);
    const comparison = await compared(before, after);
    expect(comparison.changes).toEqual([]);
    expect(isEqual(comparison)).toBe(false);
  });

  it('names a moved line once', async () => {
    const moved = 'this sentence of seven words was moved';
    const comparison = await compared(await page([moved, ...TEXT]), await page([...TEXT, moved]));
    expect(told(comparison)).toEqual([['moved', moved, moved]]);
  });

  it('finds images, drawings and colors that differ although no word does', async () => {
    const square = (x: number) => (document: PDFDocument) =>
      document.getPage(0).drawRectangle({ x, y: 20, width: 60, height: 60, color: rgb(0.8, 0.1, 0.1) });
    const comparison = await compared(await page(TEXT, square(40)), await page(TEXT, square(260)));
    expect(comparison.changes.map(({ kind }) => kind)).toEqual(['appearance', 'appearance']);
    expect(comparison.pairs[0]?.differingPixels).toBeCloseTo((2 * 60 * 60) / (400 * 300), 2);
  });

  it('pairs pages around an inserted one', async () => {
    const document = await madePages('alpha beta gamma delta', 4);
    const before = await fileOf(document);
    document.insertPage(2, [200, 100]).drawText('something else entirely', { x: 20, y: 40 });
    const comparison = await compared(before, await fileOf(document));
    expect(comparison.pairs.map(({ before: one, after: other }) => [one, other])).toEqual([
      [1, 1],
      [2, 2],
      [undefined, 3],
      [3, 4],
      [4, 5],
    ]);
    expect(told(comparison)).toEqual([['added', undefined, 'something else entirely']]);
  });

  it('reports a header once for all pages', async () => {
    const withHead = async (head: string): Promise<Blob> => {
      const document = await madePages('alpha beta gamma', 5, [300, 300]);
      for (const [at, sheet] of document.getPages().entries())
        sheet.drawText(`${head} page ${at + 1}`, { x: 20, y: 280, size: 10 });
      return fileOf(document);
    };
    const { changes } = await compared(await withHead('Draft'), await withHead('Final'));
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ kind: 'changed', before: { text: 'Draft page 1' }, after: { text: 'Final page 1' } });
    expect(changes[0]?.after?.areas.map(({ page: number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });

  it('counts pages without text', async () => {
    const scan = await page([], (document) => document.getPage(0).drawRectangle({ x: 10, y: 10, width: 90, height: 50 }));
    const { before, after } = await compared(scan, await page(TEXT));
    expect([before.wordlessPages, after.wordlessPages]).toEqual([1, 0]);
  });

  it('opens each file with its password', async () => {
    const document = await PDFDocument.load(await (await page(TEXT)).arrayBuffer());
    document.encrypt({ userPassword: 'secret', ownerPassword: 'owner' });
    const locked = await fileOf(document);
    const open = await page(TEXT);
    await expect(described(open, locked, 'json')).rejects.toMatchObject({ code: 'encrypted' });
    await expect(described(open, locked, 'json', { ...OPTIONS, secondPassword: 'no' })).rejects.toMatchObject({
      code: 'wrong-password',
    });
    const comparison = parseComparison(
      await (await described(open, locked, 'json', { ...OPTIONS, secondPassword: 'secret' })).text(),
    );
    expect(comparison.changes).toEqual([]);
  });

  it('needs two files', async () => {
    const request = { inputs: [await page(TEXT)] as const, from: 'pdf', to: 'json', options: OPTIONS };
    await expect(engine.convert(request, contextFor(manifest))).rejects.toMatchObject({ code: 'invalid-options' });
  });

  it('writes the changes as text', async () => {
    const text = await (await described(await page(TEXT), await page(['The first line', ...TEXT.slice(1)]), 'txt')).text();
    expect(text.split('\n').slice(0, 2)).toEqual(['1: +0 -1 ~0 >0 px0', '1. p. 1 → p. -: [-of this page-]']);
  });
});

/** Gray pixels of the first page at a pixel per point, as Poppler draws it (a binary PGM file). */
function grayPixels(file: string): Uint8Array {
  const pgm = execFileSync('pdftoppm', ['-r', '72', '-gray', '-singlefile', file], { maxBuffer: 10_000_000 });
  const [header = ''] = /^P5\s+\d+\s+\d+\s+255\s/.exec(pgm.toString('latin1')) ?? [];
  return pgm.subarray(header.length);
}

describe.runIf(hasProgram('pdftotext') && hasProgram('pdftoppm'))('judged by Poppler, a comparison', () => {
  it('reads the same words, and finds the same share of other pixels', async () => {
    const disc = (x: number) => (document: PDFDocument) =>
      document.getPage(0).drawCircle({ x, y: 60, size: 30, color: rgb(0.1, 0.1, 0.6) });
    const [before, after] = [await page(TEXT, disc(80)), await page(['Another first line', ...TEXT.slice(1)], disc(250))];
    const comparison = await compared(before, after);
    const files = [await saved(before), await saved(after)];
    const words = files.map((file) => textIn(file).join(' ').split(/\s+/).length);
    expect([comparison.before.words, comparison.after.words]).toEqual(words);
    const [one = new Uint8Array(), other = new Uint8Array()] = files.map(grayPixels);
    const differing = one.filter((value, at) => Math.abs(value - (other[at] ?? 0)) > 40).length / one.length;
    expect(differing).toBeGreaterThan(0.03);
    expect(Math.abs((comparison.pairs[0]?.differingPixels ?? 0) - differing)).toBeLessThan(0.01);
  });
});

describe.runIf(hasProgram('pdftotext') && hasProgram('qpdf'))('the report', () => {
  it('lists the changes and shows the pages of both files, also rotated ones', async () => {
    const turned = async (words: string): Promise<Blob> =>
      page([`${words} on a turned page`], (document) => document.getPage(0).setRotation(degrees(90)));
    const file = await saved(await described(await turned('Old text'), await turned('New text'), 'pdf'));
    check(file);
    const [list, sheet] = textIn(file);
    expect(list).toContain('− Old');
    expect(list).toContain('+ New');
    expect(sheet).toMatch(/text/);
    const sizes = execFileSync('pdfinfo', ['-f', '2', '-l', '2', file], { encoding: 'utf8' });
    expect(sizes).toMatch(/size:\s+654 x 442/);
  });
});
