import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OptionValues } from '@bakkum/conversion/options';
import { unpackParts } from '@bakkum/document-input/packed-parts';
import { withMembers } from '@bakkum/document-input/zip-overlay';
import { TYPST_DOCUMENT, typstDocumentOf } from '@bakkum/document-typesetting/typst-document';
import { afterAll, describe, expect, it } from 'vitest';
import { convertWith, fixture } from '../../tests/engine-context.ts';
import { hasProgram } from '../../tests/native.ts';
import { engine } from './engine.ts';
import { READERS, WRITERS } from './kinds.ts';
import { manifest } from './manifest.ts';

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-pandoc-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Input = Blob | string | Uint8Array<ArrayBuffer>;

async function convert(input: Input, from: string, to: string, options: OptionValues = {}) {
  const blob = input instanceof Blob ? input : new Blob([input]);
  const { outputs, warnings } = await convertWith({ engine, manifest }, { input: blob, from, to, options });
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('no file');
  return { content, text: await content.text(), warnings: warnings.map(({ code }) => code) };
}

function member(file: Blob, bytes: Uint8Array, name: string): string {
  const place = path.join(folder, `${file.size}.zip`);
  writeFileSync(place, bytes);
  return execFileSync('unzip', ['-p', place, name], { encoding: 'utf8' });
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

describe('Texinfo manuals', () => {
  it('become Markdown with their table and formula', async () => {
    const { text, warnings } = await convert(await fixture('documents/texinfo.texinfo'), 'texinfo', 'md');
    expect(text).toContain('title: Quarterly report · 분기 보고서');
    expect(text).toMatch(/\| Paper · 종이 +\| 1,250 +\|/);
    expect(text).toContain('$`x^2`$');
    expect(warnings).toEqual([]);
  });
});

describe('text that includes other files', () => {
  it.each([
    ['adoc', 'words\n\ninclude::parts/one.adoc[]\n\n----\ninclude::code.rb[tag=a]\n----\n\nend'],
    ['texinfo', 'words\n@include parts/one.adoc\n@code{code.rb}\n\nend'],
    ['typ', '#import "look.typ": *\nwords\n\n#include "parts/one.adoc"\n\n#note[code.rb]\n\nend'],
  ])('replaces includes of %s with their names', async (from, source) => {
    const { text, warnings } = await convert(source, from, 'txt');
    expect(text.trim().split(/\s+/)).toEqual(['words', 'parts/one.adoc', 'code.rb', 'end']);
    expect(warnings).toEqual(['includes-missing']);
  });
});

describe('markup and documents', () => {
  it('are listed with the same formats in the manifest and the tables', () => {
    expect([...new Set(manifest.conversions.flatMap(({ from }) => from))].sort()).toEqual(Object.keys(READERS).sort());
    expect([...new Set(manifest.conversions.flatMap(({ to }) => to))].sort()).toEqual(Object.keys(WRITERS).sort());
  });

  it.each(['docx', 'odt', 'rtf'])('%s becomes Markdown with its table', async (format) => {
    const { text } = await convert(await fixture(`documents/${format}.${format}`), format, 'md');
    expect(text).toContain('Quarterly report · 분기 보고서');
    expect(text).toContain('다람쥐 헌 쳇바퀴에 타고파.');
    expect(text).toMatch(/\| Paper · 종이 +\| 1,250 +\|/);
  });

  it.each(Object.keys(WRITERS).filter((format) => !['md', TYPST_DOCUMENT, 'bibtex', 'csl-json'].includes(format)))(
    'Markdown becomes %s',
    async (to) => {
      const { content, text } = await convert('---\ntitle: 제목\n---\n\n# 둘째 장\n\nwords **굵게**\n\n- one\n', 'md', to);
      expect(content.type).toBe(WRITERS[to]?.mediaType);
      if (text.startsWith('PK')) return;
      const words = to === 'rtf' ? String.raw`\u44405 ?\u44172 ?` : to === 'opml' ? '둘째 장' : '굵게';
      expect(text).toContain(words);
    },
  );

  it.each([
    ['rst', 'Title\n=====\n\n- 굵게\n'],
    ['tex', '\\documentclass{article}\\begin{document}\\section{Title}\\begin{itemize}\\item 굵게\\end{itemize}\\end{document}'],
    ['typ', '= Title\n- 굵게\n'],
    ['adoc', '== Title\n\n* 굵게\n'],
    ['org', '* Title\n- 굵게\n'],
    ['textile', 'h1. Title\n\n* 굵게\n'],
    ['mediawiki', '= Title =\n* 굵게\n'],
    ['dokuwiki', '====== Title ======\n\n  * 굵게\n'],
    ['man', '.SH Title\n.IP \\[bu] 2\n굵게\n'],
    [
      'docbook',
      '<article><section><title>Title</title><itemizedlist><listitem><para>굵게</para></listitem></itemizedlist></section></article>',
    ],
    ['jats', '<article><body><sec><title>Title</title><list><list-item><p>굵게</p></list-item></list></sec></body></article>'],
    ['opml', '<opml version="2.0"><body><outline text="Title"><outline text="굵게"/></outline></body></opml>'],
    ['fb2', '<FictionBook><body><section><title><p>Title</p></title><p>굵게</p></section></body></FictionBook>'],
    [
      'xhtml',
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><h1>Title</h1><ul><li>굵게</li></ul></body></html>',
    ],
    [
      'ipynb',
      '{"cells":[{"cell_type":"markdown","metadata":{},"source":["# Title\\n","- 굵게"]}],"metadata":{},"nbformat":4,"nbformat_minor":5}',
    ],
  ])('%s is read', async (from, source) => {
    const { text } = await convert(source, from, 'md');
    expect(text).toMatch(/^(?:#+|title:) Title$/m);
    expect(text).toContain('굵게');
  });

  it('keep the cover of books', async () => {
    const book =
      '<FictionBook xmlns:l="http://www.w3.org/1999/xlink"><description><title-info><book-title>책</book-title><coverpage><image l:href="#c"/></coverpage></title-info></description>' +
      `<body><section><p>글</p></section></body><binary id="c" content-type="image/png">${DOT}</binary></FictionBook>`;
    const { content, warnings } = await convert(book, 'fb2', 'epub');
    expect(warnings).toEqual([]);
    expect((await convert(content, 'epub', 'html')).text).toContain(DOT);
  });

  it('in Pandoc’s dialect keep grid tables, and print no identifiers', async () => {
    const grid =
      '# Title {#id .class}\n\n+-----+------+\n| one | two  |\n+=====+======+\n| 1   | - a  |\n|     | - b  |\n+-----+------+\n';
    const { text } = await convert(grid, 'md', 'html');
    expect(text).toMatch(/<th>one<\/th>[\s\S]*<td>1<\/td>[\s\S]*<li>a<\/li>/);
    const words = await convert('# Title {#id .class}\n\n[span]{.x} @name\n\n::: note\ninside\n:::\n', 'md', 'txt');
    expect(words.text.trim().split(/\s+/)).toEqual(['Title', 'span', '@name', 'inside']);
  });

  it.each([
    ['2024-05-06T07:08:09+00:00', '2024-05-06'],
    ['0101-01-01T00:00:00+00:00', undefined],
  ])('from books with the date %s show the day, if there is one', async (date, day) => {
    const { content } = await convert('---\ntitle: T\ndate: 2001-02-03\n---\n\ntext\n', 'md', 'epub');
    const book = await bytesOf(content);
    const [[path, part] = ['', new Uint8Array()]] = unpackParts(book, (name) => name.endsWith('.opf'), 1e6);
    const dated = new TextDecoder().decode(part).replace(/(<dc:date[^>]*>)[^<]*/, `$1${date}`);
    const { text } = await convert(withMembers(book, { [path]: new TextEncoder().encode(dated) }) ?? book, 'epub', 'html');
    expect(/class="date">([^<]*)</.exec(text)?.[1]).toBe(day);
  });

  it('survive a round trip with their images', async () => {
    for (const format of ['docx', 'odt', 'epub', 'fb2']) {
      const { content, warnings } = await convert(`# 장\n\n![점](data:image/png;base64,${DOT})\n`, 'md', format);
      expect([format, warnings]).toEqual([format, []]);
      for (const to of ['html', 'md', 'adoc']) expect((await convert(content, format, to)).text).toContain(DOT);
      const bare = await convert(content, format, 'rst');
      expect([format, bare.warnings]).toEqual([format, ['pictures-dropped']]);
    }
  });

  it('become a Typst document with title, contents and separate images', async () => {
    const markdown = `---\ntitle: 제목 & 부제\nauthor: [한 명, 두 명]\n---\n\n# 장\n\n![점](data:image/png;base64,${DOT})`;
    const options = { tableOfContents: true };
    const job = { input: new Blob([markdown]), from: 'md', to: TYPST_DOCUMENT, options };
    const { markup, pictures } = typstDocumentOf((await convertWith({ engine, manifest }, job)).outputs[0].content);
    expect(markup).toMatch(/#set document\(title: \[제목 & 부제\]\)[\s\S]*한 명, 두 명[\s\S]*#outline[\s\S]*= 장/);
    const [path = ''] = pictures.keys();
    expect(markup).toContain(`image("${path}"`);
    expect(pictures.get(path)?.subarray(1, 4)).toEqual(new TextEncoder().encode('PNG'));
  });

  it('from web pages keep tables with unclosed cells', async () => {
    const { text } = await convert('<p>a<table><tr><td>1<td>2<tr><td>3<td>4</table>', 'html', 'mediawiki');
    expect(text).toMatch(/\{\|[\s\S]*1[\s\S]*\|\}/);
  });

  it.each([
    ['CP949', 'html', new Uint8Array([0x3c, 0x70, 0x3e, 0x8c, 0x63, 0xc7, 0xd1]), '똠한'],
    ['Latin 2, declared', 'html', new Uint8Array([...new TextEncoder().encode('<meta charset="iso-8859-2"><p>'), 0xb3]), 'ł'],
    ['UTF-16', 'md', new Uint8Array([0xff, 0xfe, 0x00, 0xac]), '가'],
  ])('in %s are read', async (_, from, bytes, words) => {
    expect((await convert(bytes, from, 'txt')).text.trim()).toBe(words);
  });

  it('keep the content of HTML in Markdown', async () => {
    const markdown =
      '---\ntitle: 제목\n---\n\n# One\n\n<table><tr><td>칸 1<td>**칸 2**</table>\n\n<details><summary>more</summary>\n\nhidden `<b>`\n\n</details>\n\nH<sub>2</sub>O $x^2$\n\n```py\na < b\n```\n';
    const { text } = await convert(markdown, 'md', 'tex');
    for (const words of ['title{제목}', '칸 1', '칸 2', 'more', 'hidden', '\\textsubscript{2}', 'x^2'])
      expect(text).toContain(words);
    expect((await convert(markdown, 'md', 'rst')).text).toContain('a < b');
    expect((await convert(markdown, 'md', 'html')).text).toContain('<details>');
  });

  it('honour their encodings', async () => {
    const cyrillic = new Uint8Array([0xd0, 0xd0]);
    expect((await convert(cyrillic, 'md', 'rst', { inputEncoding: 'windows-1251' })).text.trim()).toBe('РР');
    const { content, warnings } = await convert('한 é', 'md', 'txt', { outputEncoding: 'euc-kr' });
    expect([...(await bytesOf(content))].slice(0, 4)).toEqual([0xc7, 0xd1, 0x20, 0x3f]);
    expect(warnings).toEqual(['characters-replaced']);
  });

  it('honour their options', async () => {
    const source = '# One\n\n## Two\n';
    expect((await convert(source, 'md', 'html', { tableOfContents: true })).text).toContain('href="#two"');
    expect((await convert(source, 'md', 'html', { wholeDocument: false })).text).toMatch(/^<h1/);
    const long = 'word '.repeat(40);
    expect((await convert(long, 'rst', 'md')).text.trim()).not.toContain('\n');
    expect((await convert(long, 'rst', 'md', { lineWrap: 'auto' })).text.trim()).toContain('\n');
  });

  it('read no file and contact no server', async () => {
    const { text, warnings } = await convert('![a](http://127.0.0.1:9/a.png) ![b](/etc/b.png) words', 'md', 'html');
    expect(text).toContain('words');
    expect(warnings).toEqual(['pictures-dropped']);
    const tex = '\\documentclass{article}\\begin{document}\\input{/etc/passwd} words\\end{document}';
    expect((await convert(tex, 'tex', 'txt')).text.trim()).toBe('words');
    expect((await convert('.. include:: /etc/passwd\n\nwords\n', 'rst', 'txt')).text).not.toContain('root');
  });

  it.each([
    ['docx', new Uint8Array([1, 2, 3]), 'corrupt'],
    ['docx', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), 'encrypted'],
    ['rtf', '{\\rtf1 words', 'corrupt'],
    ['md', new Uint8Array([0x61, 0x00, 0x01]), 'corrupt'],
    ['md', ' \n', 'empty'],
    ['ipynb', '{"cells":', 'corrupt'],
    ['typ', '#unknown', 'unsupported-feature'],
  ])('damaged %s is refused, and the next one works', async (from, input, code) => {
    await expect(convert(input, from, 'html')).rejects.toMatchObject({ code });
    expect((await convert('words', 'md', 'txt')).text.trim()).toBe('words');
  });

  it('an encrypted document is distinguished from a damaged one', async () => {
    await expect(convert(await fixture('documents/encrypted.odt'), 'odt', 'md')).rejects.toMatchObject({ code: 'encrypted' });
    await expect(convert(await fixture('documents/encrypted.docx'), 'docx', 'md')).rejects.toMatchObject({ code: 'encrypted' });
  });

  it.skipIf(!hasProgram('unzip'))('become packages that other programs open', async () => {
    const docx = (await convert('# 장\n\n$x^2$', 'md', 'docx', { tableOfContents: true })).content;
    expect(member(docx, await bytesOf(docx), 'word/document.xml')).toMatch(/TOC[\s\S]*장[\s\S]*m:oMath/);
  });
});

it('refuses TeX macros without end', async () => {
  await expect(convert('\\newcommand{\\a}{x\\a}\\a', 'tex', 'html')).rejects.toMatchObject({ code: 'too-complex' });
});
