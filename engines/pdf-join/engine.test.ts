import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultsOf, type OptionValues } from '@bakkum/conversion/options';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { contextFor } from '../../tests/engine-context.ts';
import { hasProgram } from '../../tests/native.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';
import { JOIN_OPTIONS } from './options.ts';
import { pageIndexes } from './page-range.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-join-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file whose pages contain a word and their number. */
async function made(word: string, pages: number): Promise<Blob> {
  const document = await PDFDocument.create();
  document.setTitle(word);
  for (let number = 1; number <= pages; number += 1) document.addPage([200, 100]).drawText(`${word} ${number}`, { x: 20, y: 40 });
  return new Blob([new Uint8Array(await document.save())]);
}

async function join(files: readonly [Blob, ...Blob[]], options: OptionValues = {}) {
  const request = { inputs: files, from: 'pdf', to: 'pdf', options: { ...defaultsOf(JOIN_OPTIONS), ...options } };
  const { outputs, warnings } = await engine.convert(request, contextFor(manifest));
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('no file');
  const file = path.join(folder, `${crypto.randomUUID()}.pdf`);
  writeFileSync(file, new Uint8Array(await content.arrayBuffer()));
  return { words: execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' }).match(/\w+ \d/g), file, warnings };
}

describe('page ranges', () => {
  it.each([
    ['', [0, 1, 2, 3]],
    ['2', [1]],
    ['3-, 1', [2, 3, 0]],
    ['-2', [0, 1]],
    ['2-9', [1, 2, 3]],
  ])('%s', (text, indexes) => expect(pageIndexes(text, 4)).toEqual(indexes));

  it.each(['9', 'x', '1,,2', '-'])('%s is refused', (text) => {
    expect(() => pageIndexes(text, 4)).toThrow(expect.objectContaining({ code: 'invalid-options' }));
  });
});

describe.skipIf(!hasProgram('pdftotext'))('joined files', () => {
  it('follow each other completely', async () => {
    const { words, file } = await join([await made('one', 2), await made('two', 1), await made('three', 2)]);
    expect(words).toEqual(['one 1', 'one 2', 'two 1', 'three 1', 'three 2']);
    expect(execFileSync('pdfinfo', [file], { encoding: 'utf8' })).toMatch(/Title: +one/);
    if (hasProgram('qpdf')) expect(execFileSync('qpdf', ['--check', file], { encoding: 'utf8' })).toContain('No syntax');
  });

  it('yield selected pages of a single file', async () => {
    expect((await join([await made('one', 4)], { pages: '4, 1-2' })).words).toEqual(['one 4', 'one 1', 'one 2']);
  });

  it.skipIf(!hasProgram('qpdf'))('are opened with their password', async () => {
    const plain = path.join(folder, 'plain.pdf');
    writeFileSync(plain, new Uint8Array(await (await made('secret', 1)).arrayBuffer()));
    for (const [user, bits] of [
      ['pass', 256],
      ['', 128],
    ] as const) {
      const sealed = path.join(folder, `sealed-${bits}.pdf`);
      execFileSync('qpdf', ['--allow-weak-crypto', '--encrypt', user, 'owner', String(bits), '--', plain, sealed]);
      const file = new Blob([readFileSync(sealed)]);
      expect((await join([file], { password: user })).words).toEqual(['secret 1']);
      if (user === '') continue;
      await expect(join([file])).rejects.toMatchObject({ code: 'encrypted' });
      await expect(join([file], { password: 'wrong' })).rejects.toMatchObject({ code: 'wrong-password' });
    }
  });

  it.each([
    ['empty', ''],
    ['corrupt', '%PDF-1.7\nnothing'],
  ])('are refused when %s', async (code, text) => {
    await expect(join([new Blob([text])])).rejects.toMatchObject({ code });
  });
});
