import { fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { includesFiles, texinfoToHtml } from './html.ts';

const bodyOf = (text: string): string =>
  /<body>([\s\S]*)<\/body>/.exec(texinfoToHtml(text))?.[1]?.trim().replaceAll(/\n+/g, '\n') ?? '';

describe('a manual as a page', () => {
  it('takes linear time for accents on any number of combining marks', () => {
    expect(bodyOf(`@'{a${'\u0315\u0316'.repeat(150_000)}}`).length).toBeLessThan(100);
  });

  it('has its title, chapters, lists, tables, code and notes', async () => {
    const page = texinfoToHtml(await (await fixture('documents/texinfo.texinfo')).text());
    for (const part of [
      '<title>Quarterly report · 분기 보고서</title>',
      '<meta name="author" content="홍길동">',
      '다람쥐 헌 쳇바퀴에 타고파. Edition 2.1 of <strong>Paper</strong>—“quoted”.<sup><a href="#footnote-1"',
      '<h1 id="Prices">Prices</h1>',
      '<thead><tr><th>Item</th><th>Price</th></tr></thead>',
      '<td>Paper · 종이</td><td>1,250</td>',
      '<script type="math/tex">x^2</script>',
      '<ol type="a" start="1"><li>first<ul><li>inner</li></ul></li>',
      '<dt><code>-v</code></dt>\n<dt><code>--verbose</code></dt><dd><p>Say more.</p></dd>',
      '<dt>Command: <strong><code>open</code></strong> <em>file …</em></dt>',
      '<a href="#Top">the beginning</a>',
      'if (a &lt; b) { run(); }',
      '@not{a command} -- &lt;raw&gt;',
      'Café, Ö, ç, Å, a@b, <a href="https://example.org/a_b">a page</a>.',
      '<li id="footnote-1"><p>A note\nwith <code>code--here</code>.</p></li>',
    ])
      expect(page).toContain(part);
    for (const part of ['not in a page', 'only for Info', 'after the end', 'gone', 'EDITION', 'cindex'])
      expect(page).not.toContain(part);
  });

  it.each([
    ['@verb{|a@b{|} c', '<p><code>a@b{</code> c</p>'],
    ['@xref{Node, , , emacs, The Manual}.', '<p>See “Node” (<cite>The Manual</cite>).</p>'],
    ['@email{a@@b.kr, 나}', '<p><a href="mailto:a@b.kr">나</a></p>'],
    ['@quotation Note\nwords\n@end quotation', '<blockquote><p><strong>Note:</strong></p><p>words</p></blockquote>'],
    ['@display\na\n  b\n@end display', '<p>a<br>\u00a0\u00a0b</p>'],
    ['@set x\n@ifset x\nyes\n@end ifset\n@ifclear x\nno\n@end ifclear', '<p>yes</p>'],
    ['@alias word = emph\n@word{said}', '<p><em>said</em></p>'],
    ['@macro twice{a, b}\n\\b\\ \\a\\\n@end macro\n@twice{one, two@comma{} three}', '<p>two, three one</p>'],
    ['@image{figure, 3in, , what it shows, .jpg}', '<p><img src="figure.jpg" alt="what it shows"></p>'],
    [
      '@deftypefun int f (int @var{a})\nx\n@end deftypefun',
      '<dl><dt>Function: <code>int</code> <strong><code>f</code></strong> <code>(int <em>a</em>)</code></dt><dd><p>x</p></dd></dl>',
    ],
    ['a @math{</script><b>} c', '<p>a <script type="math/tex"><\\/script><b></script> c</p>'],
  ])('%j', (text, html) => {
    expect(bodyOf(text)).toBe(html);
  });

  it('names the files it includes', () => {
    const text = 'before\n@include version.texi\nafter';
    expect(bodyOf(text)).toBe('<p>before</p>\n<p><code>version.texi</code></p>\n<p>after</p>');
    expect([includesFiles(text), includesFiles('an @@include')]).toEqual([true, false]);
  });
});

describe('hostile text', () => {
  it('with endless macros is too large', () => {
    expect(() => texinfoToHtml('@macro a\n@a{}@a{}@a{}@a{}@a{}@a{}@a{}@a{}@a{}@a{}@a{}@a{}\n@end macro\n@a{}')).toThrow(
      /macros make more/,
    );
  });

  it.each(['@b{'.repeat(20_000), '{'.repeat(50_000)])('with unclosed braces is converted to its end', (text) => {
    expect(texinfoToHtml(text)).toContain('<body>');
  });

  it.each(['@itemize\n@item\n', '@quotation\n', '@table @code\n@item\n'])('with deep nesting is too large: %j', (text) => {
    expect(() => texinfoToHtml(text.repeat(3000))).toThrow(/nested deeper/);
  });
});
