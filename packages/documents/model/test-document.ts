import type { DocumentModel, Inline, Paragraph, Section, TextStyle } from './model.ts';

const STYLE: TextStyle = { font: 'Test', kind: 'serif', size: 11 };

export const run = (text: string, style: Partial<TextStyle> = {}, link?: string): Inline => ({
  kind: 'text',
  text,
  style: { ...STYLE, ...style },
  ...(link === undefined ? {} : { link }),
});

export const paragraph = (content: string | readonly Inline[], rest: Partial<Paragraph> = {}): Paragraph => ({
  kind: 'paragraph',
  alignment: 'start',
  indentStart: 0,
  firstLine: 0,
  spaceBefore: 0,
  content: typeof content === 'string' ? [run(content)] : content,
  ...rest,
});

export const section = (rest: Partial<Section>): Section => ({
  page: { width: 595, height: 842, margins: { top: 72, right: 72, bottom: 72, left: 72 } },
  columns: { count: 1, gap: 12 },
  starts: 'page',
  header: [],
  footer: [],
  blocks: [],
  ...rest,
});

const item = (text: string, list: number, level: number, value?: number): Paragraph =>
  paragraph(text, {
    list: {
      list,
      level,
      marker: value === undefined ? { kind: 'bullet', text: '•' } : { kind: 'number', style: 'decimal', text: '%.', value },
    },
  });

const cell = (text: string, column: number, columnSpan = 1, rowSpan = 1) => ({
  column,
  columnSpan,
  rowSpan,
  borders: { top: { width: 0.5, colour: '#444444' } },
  paragraphs: [paragraph(text)],
});

/** A document with one element of every kind. */
export const EVERYTHING: DocumentModel = {
  title: 'Report & more',
  language: 'ko-KR',
  notes: [[paragraph('The note.')]],
  sections: [
    section({
      header: [paragraph('Head')],
      footer: [paragraph([run('Page '), { kind: 'page-number', style: STYLE }])],
      blocks: [
        paragraph('The title', { isTitle: true, alignment: 'center' }),
        paragraph('Chapter', { headingLevel: 1 }),
        paragraph([
          run('plain '),
          run('bold', { bold: true }),
          run(' and ', {}),
          run('<link>', { italic: true }, 'https://example.org/?a=1&b=2'),
          { kind: 'note', note: 0, style: STYLE },
        ]),
        item('one', 0, 0),
        item('inside', 1, 1),
        item('two', 0, 0),
        item('third', 2, 0, 3),
        {
          kind: 'table',
          columnWidths: [100, 100, 100],
          indentStart: 0,
          spaceBefore: 6,
          rows: [
            { isHeader: true, cells: [cell('A', 0), cell('B', 1), cell('C', 2)] },
            { cells: [{ ...cell('tall', 0, 1, 2), shading: '#d9e2f3' }, cell('wide', 1, 2)] },
            { cells: [cell('x|y', 1), cell('z', 2)] },
          ],
        },
        paragraph('한글 문단'),
      ],
    }),
    section({ columns: { count: 2, gap: 20 }, starts: 'continuous', blocks: [paragraph('In columns')] }),
  ],
};
