import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasProgram } from '@bakkum/tests/native';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Outline } from './graphics.ts';
import type { Paragraph, TableCell } from './model.ts';
import { writePptx } from './pptx.ts';
import type { SlideDeck } from './slides.ts';

const paragraph = (text: string): Paragraph => ({
  kind: 'paragraph',
  alignment: 'start',
  indentStart: 0,
  firstLine: 0,
  spaceBefore: 0,
  content: [{ kind: 'text', text, style: { size: 12, font: 'NanumGothic', bold: true }, link: 'https://example.com/?a=1&b=2' }],
});
const cell = (text: string, column: number, rowSpan = 1, columnSpan = 1): TableCell => ({
  column,
  columnSpan,
  rowSpan,
  borders: { top: { width: 1, colour: '#444444' } },
  paragraphs: [paragraph(text)],
});
const BANNER = { left: 0, top: 0, width: 595, height: 100 };
const RECTANGLE: Outline = {
  start: { x: 0, y: 0 },
  steps: [[{ x: 595, y: 0 }], [{ x: 595, y: 100 }], [{ x: 0, y: 100 }]],
  isClosed: true,
};
const DECK: SlideDeck = {
  title: 'Two pages',
  width: 595,
  height: 842,
  slides: [
    {
      items: [
        { kind: 'shapes', ...BANNER, shapes: [{ ...BANNER, outlines: [RECTANGLE], fill: { colour: '#d9e2f3', opacity: 0.5 } }] },
        { kind: 'text', left: 72, top: 72, width: 300, height: 20, paragraphs: [paragraph('분기 보고 <1>')] },
        {
          kind: 'table',
          left: 72,
          top: 200,
          width: 300,
          height: 40,
          table: {
            kind: 'table',
            columnWidths: [100, 100, 100],
            indentStart: 0,
            spaceBefore: 0,
            rows: [{ cells: [cell('Tall', 0, 2), cell('Wide', 1, 1, 2)] }, { cells: [cell('One', 1), cell('Two', 2)] }],
          },
        },
      ],
    },
    { items: [] },
  ],
};

describe('a presentation', () => {
  it('has one slide per page, with text, merged cells and areas', async () => {
    const files = unzipSync(new Uint8Array(await writePptx(DECK).arrayBuffer()));
    const slide = strFromU8(files['ppt/slides/slide1.xml'] ?? new Uint8Array());
    expect(Object.keys(files).filter((name) => /slides\/slide\d/.test(name))).toHaveLength(2);
    expect(slide).toContain('<a:t>분기 보고 &lt;1&gt;</a:t>');
    expect(slide).toContain('rowSpan="2"');
    expect(slide.match(/hMerge="1"|vMerge="1"/g)).toHaveLength(2);
    expect(slide.match(/<a:tc[ >]/g)).toHaveLength(6);
    expect(strFromU8(files['ppt/slides/_rels/slide1.xml.rels'] ?? new Uint8Array())).toContain('a=1&amp;b=2');
  });

  it.skipIf(!hasProgram('soffice') || !hasProgram('pdftotext'))(
    'opens in LibreOffice with its text',
    async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-pptx-'));
      try {
        writeFileSync(path.join(folder, 'deck.pptx'), new Uint8Array(await writePptx(DECK).arrayBuffer()));
        const profile = `-env:UserInstallation=file://${folder}/profile`;
        execFileSync(
          'soffice',
          ['--headless', profile, '--convert-to', 'pdf', '--outdir', folder, path.join(folder, 'deck.pptx')],
          {
            stdio: 'ignore',
          },
        );
        expect(readdirSync(folder)).toContain('deck.pdf');
        const text = execFileSync('pdftotext', [path.join(folder, 'deck.pdf'), '-'], { encoding: 'utf8' });
        for (const words of ['분기 보고 <1>', 'Tall', 'Wide', 'One', 'Two']) expect(text).toContain(words);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    60_000,
  );
});
