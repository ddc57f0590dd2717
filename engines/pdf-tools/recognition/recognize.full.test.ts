import { execFileSync } from 'node:child_process';
import { type GreyImage, rotated, turned } from '@bakkum/document-recognition/grey-image';
import { afterAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../../../tests/native.ts';
import { check, edit, removeFiles, saved, textIn } from '../../../tests/pdf/judged-files.ts';
import { madeFile } from '../../../tests/pdf/made-documents.ts';
import { SCAN_DPI, scannedLines, scannedPage, scannedPdf } from '../../../tests/scanned-page.ts';

afterAll(removeFiles);

const HAS_JUDGES = hasProgram('pdftotext') && hasProgram('pdftoppm') && hasProgram('pdfimages') && hasProgram('qpdf');
const recognized = (page: GreyImage, options = {}) => edit([scannedPdf(page)], { recognize: 'on', ...options });
const outputOf = (program: string, ...args: readonly string[]): Buffer =>
  execFileSync(program, args, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });
const drawn = (file: string): Buffer => outputOf('pdftoppm', '-r', '72', file);

type Point = { readonly x: number; readonly y: number };

/** The middle of a word in points from the top left of the page, as Poppler selects it. */
function placeOf(file: string, word: string): Point {
  const words = outputOf('pdftotext', '-bbox', file, '-').toString('utf8');
  const found = new RegExp(`xMin="([\\d.]+)" yMin="([\\d.]+)" xMax="([\\d.]+)" yMax="([\\d.]+)">${word}<`).exec(words);
  const [left = Number.NaN, top = Number.NaN, right = Number.NaN, bottom = Number.NaN] = (found ?? []).slice(1).map(Number);
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

describe.skipIf(!HAS_JUDGES)('scanned pages', () => {
  it('can be searched and copied, and look the same', async () => {
    const page = scannedPage();
    const before = await saved(scannedPdf(page));
    const { file, warnings } = await recognized(page);
    expect(check(file)).toContain('No syntax');
    const text = (textIn(file)[0] ?? '').replaceAll(/\s+/g, ' ');
    expect(text).toContain('도서관 이용 안내 Library guide');
    expect(text).toContain('except on national holidays. Readers may borrow up to seven books');
    expect(warnings).toContainEqual({ code: 'text-recognized', params: { count: 1 } });
    expect(drawn(file).equals(drawn(before))).toBe(true);
  });

  it('keep words on their image when the page is rotated and slanted', async () => {
    const page = scannedLines();
    const upright = placeOf((await recognized(page)).file, 'national');
    const { width, height } = page;
    const middle = { x: (width / SCAN_DPI) * 36, y: (height / SCAN_DPI) * 36 };
    const slant = (2 * Math.PI) / 180;
    const slanted = {
      x: middle.x + (upright.x - middle.x) * Math.cos(slant) + (upright.y - middle.y) * Math.sin(slant),
      y: middle.y - (upright.x - middle.x) * Math.sin(slant) + (upright.y - middle.y) * Math.cos(slant),
    };
    expect(distance(placeOf((await recognized(rotated(page, 2))).file, 'national'), slanted)).toBeLessThan(3);
    const turnedRight = { x: middle.y * 2 - upright.y, y: upright.x };
    expect(distance(placeOf((await recognized(turned(page, 1))).file, 'national'), turnedRight)).toBeLessThan(3);
    const turnedAndRotated = await recognized(turned(page, 1), { pages: '1@270' });
    expect(textIn(turnedAndRotated.file)[0]).toContain('except on national holidays');
  });

  it('are redacted with their words', async () => {
    const { file } = await recognized(scannedLines(), { redactText: 'holidays' });
    const [text = ''] = textIn(file);
    expect(text).not.toContain('holidays');
    expect(text).toContain('national');
  });
});

describe.skipIf(!HAS_JUDGES)('pages with text', () => {
  it('stay as they are', async () => {
    const { file, warnings } = await edit([await madeFile('one', 2)], { recognize: 'on' });
    expect(textIn(file)).toEqual(['one 1', 'one 2']);
    expect(warnings).toEqual([{ code: 'nothing-recognized' }]);
  });
});
