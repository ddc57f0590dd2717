import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OptionValues } from '@bakkum/conversion/options';
import { typstDocument } from '@bakkum/document-typesetting/typst-document';
import { RASTER, rasterOf } from '@bakkum/raster/raster';
import { plannerFor } from '@bakkum/registry/catalogue';
import { afterAll, describe, expect, it } from 'vitest';
import { convertWith } from '../../tests/engine-context.ts';
import { hasProgram } from '../../tests/native.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-typst-'));
afterAll(() => rmSync(folder, { recursive: true }));

const canRead = hasProgram('pdftotext') && hasProgram('pdfinfo');

type Given = { readonly pictures?: ReadonlyMap<string, Uint8Array<ArrayBuffer>>; readonly options?: OptionValues };

async function written(result: Awaited<ReturnType<typeof convertWith>>) {
  const { content } = result.outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('no file');
  const file = path.join(folder, `${crypto.randomUUID()}.pdf`);
  writeFileSync(file, await content.bytes());
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return {
    text: canRead ? run('pdftotext', '-layout', file, '-') : '',
    facts: canRead ? run('pdfinfo', file) : '',
    fonts: canRead ? run('pdffonts', file) : '',
    pictures: canRead ? run('pdfimages', '-list', file) : '',
    warnings: result.warnings.map(({ code }) => code),
  };
}

const setFile = async (markup: string) =>
  written(await convertWith({ engine, manifest }, { input: new Blob([markup]), from: 'typ', to: 'pdf' }));
const setDocument = async (markup: string, { pictures = new Map(), options = {} }: Given = {}) =>
  written(
    await convertWith(
      { engine, manifest },
      { input: typstDocument(markup, pictures), from: 'typst-document', to: 'pdf', options },
    ),
  );
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

describe('documents rendered as images', () => {
  it('have a frame per page with ink, at the requested size', async () => {
    const { outputs } = await convertWith(
      { engine, manifest },
      {
        input: typstDocument('가나다 abc #pagebreak() second', new Map()),
        from: 'typst-document',
        to: RASTER,
        options: { dpi: 72, pageSize: 'a5' },
      },
    );
    const raster = rasterOf(outputs[0].content);
    expect(raster).toMatchObject({ kind: 'pages', frameCount: 2, dpi: 72 });
    for await (const frame of raster.frames()) {
      const { width, height, data } = await frame.pixels();
      expect([width, height]).toEqual([420, 595]);
      expect(data.some((sample, at) => at % 4 < 3 && sample < 64)).toBe(true);
    }
    raster.release();
  });

  it('are three steps from markup', () => {
    const answer = plannerFor(new Set()).plan('md', 'png');
    expect(answer.ok && answer.plans[0].steps.map(({ to }) => to)).toEqual(['typst-document', 'raster', 'png']);
  });
});

describe.skipIf(!canRead)('documents laid out in pages', () => {
  it('keep Korean as characters, drawn with a suitable face', async () => {
    const { text, fonts, warnings } = await setDocument(
      '= 다람쥐 헌 쳇바퀴에 타고파\n\n똠방각하 펲시콜라 #strong[굵게] #emph[기울임] `코드`',
    );
    for (const words of ['다람쥐 헌 쳇바퀴에 타고파', '똠방각하 펲시콜라', '굵게', '기울임', '코드'])
      expect(text).toContain(words);
    expect(fonts).toMatch(/NanumGothicBold[\s\S]*NanumGothicCoding/);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['Japanese', '日本語のテキスト、漢字とかな。', /NotoSansJP/],
    ['Chinese', '简体中文，繁體中文。', /NotoSansSC/],
    ['Greek and Cyrillic', 'Ελληνικά Кириллица', /NotoSans-Regular/],
    ['symbols', '→ ☑ ✓ ─│┌', /NotoSansSymbols2|NotoSans/],
    ['emoji', '🎉🚀', /NotoEmoji/],
  ])('have glyphs for %s', async (_, words, face) => {
    const { text, fonts, warnings } = await setDocument(words);
    expect(text.replaceAll(/\s/g, '')).toContain(words.replaceAll(' ', ''));
    expect(fonts).toMatch(face);
    expect(warnings).toEqual([]);
  });

  it('warn if no face has a character', async () => {
    expect((await setDocument('a \u{13000}')).warnings).toEqual(['glyphs-missing']);
  });

  it('have formulas', async () => {
    const { text, fonts } = await setDocument('$ integral_0^1 x^2 dif x $');
    expect(text).toContain('∫');
    expect(fonts).toContain('LibertinusMath');
  });

  it.each([
    [{ pageSize: 'a4' }, '595.276 x 841.89 pts (A4)'],
    [{ pageSize: 'letter', orientation: 'landscape' }, '792 x 612 pts (letter)'],
    [{ pageSize: 'a5', margin: 10, fontSize: 8, typeface: 'serif' }, '419.528 x 595.276 pts'],
  ])('have the requested size: %j', async (options, size) => {
    expect((await setDocument('words', { options })).facts).toContain(size);
  });

  it('contain their images; a missing or damaged one is dropped with a warning', async () => {
    const markup = 'words #box(image("p/dot.png", alt: "a dot")) #box(image("p/cut.png", alt: "cut off")) end';
    const good = bytesOf(DOT);
    const whole = await setDocument(markup, { pictures: new Map([['p/dot.png', good]]) });
    expect(whole.pictures).toContain('image');
    expect(whole.text).toMatch(/words +cut off +end/);
    const damaged = await setDocument(markup, {
      pictures: new Map([
        ['p/dot.png', good],
        ['p/cut.png', good.slice(0, 40)],
      ]),
    });
    expect(damaged.pictures).toContain('image');
    expect(damaged.warnings).toEqual(['pictures-dropped']);
  });

  it('are laid out despite dangling links, references and citations', async () => {
    const { text } = await setDocument('= A <a>\n#link(<a>)[one] #link(<b>)[two] #link("")[three] @nowhere #cite(<four>)');
    expect(text).toMatch(/one two three nowhere \[?four/);
  });

  it('break words longer than a line', async () => {
    const { text } = await setDocument(`\`\`\`\n${'x'.repeat(500)}\n\`\`\``);
    expect(text.replaceAll(/\s/g, '').replace(/1$/, '')).toBe('x'.repeat(500));
    expect(Math.max(...text.split('\n').map((line) => line.trim().length))).toBeLessThan(150);
  });
});

describe.skipIf(!canRead)('drawings', () => {
  const draw = async (markup: string | Uint8Array<ArrayBuffer>, from = 'svg') =>
    written(await convertWith({ engine, manifest }, { input: new Blob([markup]), from, to: 'pdf' }));
  const svg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48">${body}</svg>`;

  it('keep shapes and text on a page of their size', async () => {
    const { text, facts, fonts, pictures, warnings } = await draw(
      svg('<rect width="9" height="9"/><text y="20">가나다</text><text y="40" font-family="\'Courier New\'">abc</text>'),
    );
    expect(text).toMatch(/가나다\s+abc/);
    expect(facts).toMatch(/Page size: +72 x 36 pts/);
    expect(fonts).toMatch(/NanumGothic[\s\S]*NotoSansMono/);
    expect(pictures.trim().split('\n')).toHaveLength(2); // only its header
    expect(warnings).toEqual(['fonts-substituted']);
  });

  it('are read compressed', async () => {
    const packed = await new Response(
      new Blob([svg('<text y="20">gz</text>')]).stream().pipeThrough(new CompressionStream('gzip')),
    ).bytes();
    expect((await draw(packed, 'svgz')).text).toContain('gz');
    await expect(draw(packed.slice(0, 30), 'svgz')).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('drop external images with a warning', async () => {
    const { text, warnings } = await draw(
      svg('<image href="http://127.0.0.1:9/a.png" width="5" height="5"/><text y="20">kept</text>'),
    );
    expect(text).toContain('kept');
    expect(warnings).toContain('pictures-dropped');
  });

  it.each([
    ['words', 'corrupt'],
    ['<svg xmlns="http://www.w3.org/2000/svg"><rect', 'corrupt'],
    [' ', 'empty'],
  ])('%s are refused', async (markup, code) => {
    await expect(draw(markup)).rejects.toMatchObject({ code });
  });
});

describe.skipIf(!canRead)('Typst files', () => {
  it('are laid out as written', async () => {
    const { text, facts, fonts } = await setFile(
      '#set page(width: 100pt, height: 50pt)\n#set document(title: "제목")\n한글 #lorem(3)',
    );
    expect(facts).toContain('100 x 50 pts');
    expect(facts).toMatch(/Title: +제목/);
    expect(text).toContain('한글');
    expect(fonts).toMatch(/LibertinusSerif[\s\S]*NanumMyeongjo|NanumMyeongjo[\s\S]*LibertinusSerif/);
  });

  it('are laid out without external images', async () => {
    const { text, warnings } = await setFile(
      'words #image("http://127.0.0.1:9/a.png", alt: "shown") #figure(image("/etc/b.png"))',
    );
    expect(text).toMatch(/words +shown/);
    expect(warnings).toEqual(['pictures-dropped']);
  });

  it('are laid out with names in place of included files', async () => {
    const markup = `#import "look.typ": paper, note as remark
#import "@preview/boxes:0.1.0": *
#show: paper.with(title: [T])
#include "chapters/one.typ"

#remark[kept] #framed(radius: 2pt)[framed words] #link("")[plain]`;
    const { text, warnings } = await setFile(markup);
    expect(text).toMatch(/chapters\/one\.typ\s+kept\s+framed words\s+plain/);
    expect(warnings).toEqual(['includes-missing']);
  });

  it('are laid out with the bundled language version', async () => {
    const markup = 'a\n#let divider = if "divider" in std { divider } else { [between] }\n#divider()\nb';
    expect((await setFile(markup)).text).toMatch(/a\s+between\s+b/);
  });

  it('warn about missing typefaces', async () => {
    expect((await setFile('#set text(font: "Papyrus")\nwords')).warnings).toEqual(['fonts-substituted']);
  });

  it.each([
    ['a local file', '#read("/etc/passwd")'],
    ['a package', '#import "@preview/cetz:0.3.0"\n#cetz.canvas({})'],
    ['a mistake', '#let x = \n#('],
  ])('with %s are refused, and the next one works', async (_, markup) => {
    await expect(setFile(markup)).rejects.toMatchObject({ code: 'unsupported-feature' });
    expect((await setFile('words')).text).toContain('words');
  });

  it.each([
    ['empty', ' \n'],
    ['corrupt', 'a\0b'],
  ])('are refused when %s', async (code, markup) => {
    await expect(setFile(markup)).rejects.toMatchObject({ code });
  });
});

describe('documents without end', () => {
  it.each([
    ['a loop', '#while true { }'],
    ['a loop that changes', '#{ let n = 0; while n >= 0 { n += 1 } }'],
    ['a function that calls itself', '#let f(n) = f(n + 1)\n#f(1)'],
  ])('are refused with their reason: %s', async (_, markup) => {
    await expect(setFile(markup)).rejects.toMatchObject({ code: 'too-complex' });
    expect((await setFile('words')).text).toContain(canRead ? 'words' : '');
  });
});

describe('drawings whose filters would take many minutes', () => {
  const slow =
    '<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f"><feTurbulence numOctaves="100000"/></filter>' +
    '<rect width="4000" height="4000" filter="url(#f)"/></svg>';

  it('are refused alone and as images of documents', async () => {
    const alone = convertWith({ engine, manifest }, { input: new Blob([slow]), from: 'svg', to: 'pdf' });
    await expect(alone).rejects.toMatchObject({ code: 'too-complex' });
    const pictures = new Map([['a.svg', new TextEncoder().encode(slow)]]);
    await expect(setDocument('#image("a.svg")', { pictures })).rejects.toMatchObject({ code: 'too-complex' });
  });
});
