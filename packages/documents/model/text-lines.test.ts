import { describe, expect, it } from 'vitest';
import type { Block, DocumentModel, Inline, Paragraph } from './model.ts';
import { writeTextLines } from './text-lines.ts';

const paragraph = (content: string | readonly Inline[], more: Partial<Paragraph> = {}): Paragraph => ({
  kind: 'paragraph',
  alignment: 'start',
  indentStart: 0,
  firstLine: 0,
  spaceBefore: 0,
  content: typeof content === 'string' ? [{ kind: 'text', text: content, style: { size: 10 } }] : content,
  ...more,
});

const text = (blocks: readonly Block[], notes: DocumentModel['notes'] = []): Promise<string> =>
  writeTextLines({
    sections: [
      {
        page: { width: 595, height: 842, margins: { top: 50, right: 50, bottom: 50, left: 50 } },
        columns: { count: 1, gap: 0 },
        starts: 'page',
        header: [paragraph('header')],
        footer: [],
        blocks,
      },
    ],
    notes,
  }).text();

describe('text by lines', () => {
  it('has one line per paragraph, with tabs, breaks and markers', async () => {
    const number = { kind: 'number', style: 'hangul-syllable', text: '%.', value: 2 } as const;
    const content = await text([
      paragraph([{ kind: 'text', text: 'a', style: { size: 9 } }, { kind: 'tab' }, { kind: 'line-break' }]),
      paragraph('항목', { list: { list: 0, level: 1, marker: number } }),
    ]);
    expect(content).toBe('a\t\n\n  나. 항목\n');
  });

  it('has one line per row, and notes at the end', async () => {
    const cell = (column: number, ...words: readonly string[]) => ({
      column,
      columnSpan: 1,
      rowSpan: 1,
      borders: {},
      paragraphs: words.map((word) => paragraph(word)),
    });
    const content = await text(
      [
        {
          kind: 'table',
          columnWidths: [50, 50],
          indentStart: 0,
          spaceBefore: 0,
          rows: [{ cells: [cell(0, '하나', '둘'), cell(1, '셋')] }],
        },
        paragraph([{ kind: 'note', note: 0, style: { size: 9 } }]),
      ],
      [[paragraph('주석')]],
    );
    expect(content).toBe('하나 둘\t셋\n[1]\n\n[1] 주석\n');
  });

  it('leaves covered cells empty and keeps the lines of a frame', async () => {
    const cell = (column: number, word: string, rowSpan = 1) => ({
      column,
      columnSpan: 1,
      rowSpan,
      borders: {},
      paragraphs: [paragraph(word)],
    });
    const table = { kind: 'table', indentStart: 0, spaceBefore: 0 } as const;
    const content = await text([
      { ...table, columnWidths: [50, 50], rows: [{ cells: [cell(0, '하나', 2), cell(1, '둘')] }, { cells: [cell(1, '셋')] }] },
      { ...table, columnWidths: [50], rows: [{ cells: [{ ...cell(0, ''), paragraphs: [paragraph('넷'), paragraph('다섯')] }] }] },
    ]);
    expect(content).toBe('하나\t둘\n\t셋\n넷\n다섯\n');
  });
});
