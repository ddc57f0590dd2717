import { describe, expect, it } from 'vitest';
import { writeHtml } from './html.ts';
import { writeMarkdown } from './markdown.ts';
import type { Table } from './model.ts';
import { EVERYTHING, paragraph, run, section } from './test-document.ts';

describe('a web page', () => {
  it('has the parts of the document as elements', async () => {
    const html = await writeHtml(EVERYTHING).text();
    expect(html).toContain('<html lang="ko-KR">');
    expect(html).toContain('<title>Report &amp; more</title>');
    expect(html).toContain('<h1 style="text-align:center">The title</h1>');
    expect(html).toContain('<a href="https://example.org/?a=1&amp;b=2"><em>&lt;link&gt;</em></a>');
    expect(html.replace(/\n/g, '')).toContain(
      '<ul><li>one<ul><li>inside</li></ul></li><li>two</li></ul><ol start="3"><li>third</li></ol>',
    );
    expect(html).toContain('<td rowspan="2" style="background:#d9e2f3">tall</td><td colspan="2">wide</td>');
    expect(html).toContain('<li id="note-1">The note.</li>');
  });

  it('has light text only on shading', async () => {
    const white = (text: string, shading?: string) =>
      paragraph([run(text, { colour: '#fafafa', ...(shading ? { shading } : {}) })]);
    const cell = { column: 0, columnSpan: 1, rowSpan: 1, borders: {}, shading: '#334455', paragraphs: [white('cell')] };
    const table: Table = { kind: 'table', columnWidths: [99], indentStart: 0, spaceBefore: 0, rows: [{ cells: [cell] }] };
    const blocks = [white('plain'), white('marked', '#334455'), table];
    const html = await writeHtml({ notes: [], sections: [section({ blocks })] }).text();
    expect(html).toContain('<p>plain</p>');
    expect(html).toContain('<span style="color:#fafafa;background:#334455">marked</span>');
    expect(html).toContain('<td style="background:#334455;color:#fafafa">cell</td>');
  });
});

describe('Markdown', () => {
  it('has the parts of the document as Markdown marks', async () => {
    const text = await writeMarkdown(EVERYTHING).text();
    expect(text).toBe(
      `# The title

# Chapter

plain **bold** and [*\\<link>*](<https://example.org/?a=1&b=2>)[^1]

- one
    - inside
- two
3. third

| A | B | C |
| --- | --- | --- |
| tall | wide |  |
|  | x\\|y | z |

한글 문단

In columns

[^1]: The note.
`,
    );
  });

  it('breaks lines where paragraphs do, never in a heading', async () => {
    const words = [run('one'), { kind: 'line-break' }, run('two')] as const;
    const blocks = [paragraph(words, { headingLevel: 2 }), paragraph(words)];
    expect(await writeMarkdown({ notes: [], sections: [section({ blocks })] }).text()).toBe('## one two\n\none\\\ntwo\n');
  });
});
