import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { strFromU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { createDictionary } from './huffman.ts';
import { manifest } from './manifest.ts';
import { packWords } from './pack-words.ts';
import { unpackWords } from './words.ts';

type Made = {
  readonly text: string;
  readonly packing?: number;
  readonly protection?: number;
  readonly version?: number;
  readonly pictures?: readonly Uint8Array[];
};

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Builds a book with one UTF-8 text record, a title, an author and images. */
function bookOf({ text, packing = 1, protection = 0, version = 6, pictures = [] }: Made): Uint8Array<ArrayBuffer> {
  const words = encode(text);
  const head = new Uint8Array(400);
  const view = new DataView(head.buffer);
  view.setUint16(0, packing);
  view.setUint32(4, words.length);
  view.setUint16(8, 1);
  view.setUint16(12, protection);
  head.set(encode('MOBI'), 16);
  view.setUint32(20, 232);
  view.setUint32(28, 65001);
  view.setUint32(36, version);
  const title = encode('책 <제목>');
  view.setUint32(84, 320);
  view.setUint32(88, title.length);
  head.set(title, 320);
  view.setUint32(108, 2);
  view.setUint32(128, 0x40);
  head.set(encode('EXTH'), 248);
  view.setUint32(256, 1);
  view.setUint32(260, 100);
  const author = encode('글쓴이');
  view.setUint32(264, 8 + author.length);
  head.set(author, 268);
  return databaseOf([head, words, ...pictures]);
}

function databaseOf(records: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const start = 78 + records.length * 8;
  const file = new Uint8Array(start + records.reduce((sum, { length }) => sum + length, 0));
  const view = new DataView(file.buffer);
  file.set(encode('BOOKMOBI'), 60);
  view.setUint16(76, records.length);
  let at = start;
  records.forEach((record, index) => {
    view.setUint32(78 + index * 8, at);
    file.set(record, at);
    at += record.length;
  });
  return file;
}

const convert = (book: Uint8Array<ArrayBuffer>, from = 'mobi') =>
  convertWith({ engine, manifest }, { input: new Blob([book]), from, to: 'html' });

async function pageOf(made: Made, from = 'mobi'): Promise<string> {
  const { content } = (await convert(bookOf(made), from)).outputs[0];
  return content instanceof Blob ? content.text() : '';
}

async function bookParts(name: string, from: string): Promise<Record<string, Uint8Array>> {
  const { content } = (await convertWith({ engine, manifest }, { input: await fixture(name), from, to: 'epub' })).outputs[0];
  return unzipSync(new Uint8Array(content instanceof Blob ? await content.arrayBuffer() : new ArrayBuffer(0)));
}

const JPEG = Uint8Array.of(0xff, 0xd8, 1, 2);

describe('Kindle and Mobipocket books', () => {
  it('become a page with title, author, text and images', async () => {
    const text =
      '<html><head><guide/></head><body><mbp:pagebreak/><p>첫 쪽</p><img recindex="00001" alt="그림"><img recindex="9" alt="없음"></body></html>';
    const page = await pageOf({ text, pictures: [JPEG] });
    expect(page).toContain('<title>책 &lt;제목&gt;</title>');
    expect(page).toContain('content="글쓴이"');
    expect(page).toContain('<p>첫 쪽</p><img src="data:image/jpeg;base64,/9gBAg==" alt="그림">없음');
    expect((await convert(bookOf({ text, pictures: [JPEG] }))).warnings).toEqual([{ code: 'pictures-dropped' }]);
  });

  it('keep link targets', async () => {
    const text = '<body><a filepos=0000000036>가</a> <p>글</p></body>';
    const page = await pageOf({ text });
    expect(page).toContain('<a href="#place-36">가</a> <span id="place-36"></span><p>글</p>');
  });

  it('in version 8 assemble their text parts and number images in base 32', async () => {
    const text =
      '<?xml version="1.0"?><html><head><link href="kindle:flow:0001"/></head><body><h1>장</h1></body></html><p><a href="kindle:pos:fid:1">글</a><img src="kindle:embed:0001?mime=image/jpg" alt=""/></p>';
    const page = await pageOf({ text, version: 8, pictures: [JPEG] }, 'azw3');
    expect(page).toContain('<h1>장</h1><p><a>글</a><img src="data:image/jpeg;base64,');
  });

  it('from other software become EPUB with cover, contents, images and working links', async () => {
    const parts = await bookParts('documents/azw3.azw3', 'azw3');
    const text = (name: string): string => strFromU8(parts[`EPUB/${name}`] ?? new Uint8Array());
    expect(text('package.opf')).toContain('<dc:title>바람의 책</dc:title>');
    expect(text('package.opf')).toContain('<dc:creator>김하늘</dc:creator>');
    expect(text('package.opf')).toContain('properties="cover-image"');
    expect(text('cover.xhtml')).toContain('<img src="picture-1.jpg"');
    expect([...text('nav.xhtml').matchAll(/<a [^>]*>([^<]*)</g)].map(([, title]) => title)).toEqual([
      '첫째 장',
      '둘째 장',
      '작은 제목',
      '주석',
    ]);
    const [, target = ''] = /<sup><a href="page-3\.xhtml#([^"]*)">1<\/a><\/sup>/.exec(text('page-1.xhtml')) ?? [];
    expect(text('page-3.xhtml')).toContain(`id="${target}"`);
    expect(text('page-2.xhtml')).toContain('<a href="https://example.org/">바깥</a>');
    expect(text('page-1.xhtml')).toContain('alt="그림"');
  });

  it('in PalmDOC are lines of text', async () => {
    const { content } = (
      await convertWith({ engine, manifest }, { input: await fixture('documents/pdb.pdb'), from: 'pdb', to: 'html' })
    ).outputs[0];
    expect(content instanceof Blob && (await content.text())).toContain(
      '<p>First line of the palm book.</p>\n<p>Second paragraph,',
    );
    const parts = await bookParts('documents/pdb.pdb', 'pdb');
    expect(strFromU8(parts['EPUB/page-1.xhtml'] ?? new Uint8Array())).toContain('<p>First line of the palm book.</p>');
  });

  it('in FictionBook are unzipped', async () => {
    const packed = new Blob([new Uint8Array(zipSync({ 'book.fb2': encode('<FictionBook/>') }))]);
    const unpack = (input: Blob) => convertWith({ engine, manifest }, { input, from: 'fb2z', to: 'fb2' });
    const { content } = (await unpack(packed)).outputs[0];
    expect(content instanceof Blob && (await content.text())).toBe('<FictionBook/>');
    await expect(unpack(new Blob([new Uint8Array(zipSync({ 'a.txt': encode('a') }))]))).rejects.toMatchObject({
      code: 'corrupt',
    });
    await expect(unpack(packed.slice(0, 40))).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('produce valid EPUB from any HTML', async () => {
    const text =
      '<html><body><ul><p>x</p></ul><font size=3><p align=center>가운데</p></font><a href="#none">글</a>줄<table><tr><td>칸</table><mbp:pagebreak/></body></html>';
    const { content } = (
      await convertWith({ engine, manifest }, { input: new Blob([bookOf({ text })]), from: 'mobi', to: 'epub' })
    ).outputs[0];
    const parts = unzipSync(new Uint8Array(content instanceof Blob ? await content.arrayBuffer() : new ArrayBuffer(0)));
    expect(strFromU8(parts['EPUB/page-1.xhtml'] ?? new Uint8Array())).toContain(
      '<body><ul><li><p>x</p></li></ul><p style="text-align: center">가운데</p><p><a>글</a>줄</p><table><tbody><tr><td>칸</td></tr></tbody></table></body>',
    );
    expect(Object.keys(parts).filter((name) => name.includes('page-'))).toHaveLength(1);
  });

  it('are refused if protected by DRM, damaged or packed in unknown ways', async () => {
    await expect(convert(bookOf({ text: 'x', protection: 2 }))).rejects.toMatchObject({ code: 'copy-protected' });
    await expect(convert(bookOf({ text: 'x', packing: 7 }))).rejects.toMatchObject({ code: 'unsupported-feature' });
    await expect(convert(new Uint8Array(0))).rejects.toMatchObject({ code: 'empty' });
    for (const damaged of [new Uint8Array(200), bookOf({ text: 'x' }).slice(0, 300)]) {
      await expect(convert(damaged)).rejects.toMatchObject({ code: 'corrupt' });
    }
  });
});

describe('PalmDOC compression', () => {
  it('unpacks literals, space-character pairs and overlapping copies', () => {
    const packed = Uint8Array.of(0x61, 2, 0x80, 0x81, 0xc1 ^ 0x00, 0x80 | ((3 << 3) >> 8), (3 << 3) & 0xff);
    expect([...unpackWords(packed)]).toEqual([0x61, 0x80, 0x81, 0x20, 0x41, 0x81, 0x20, 0x41]);
    expect([...unpackWords(Uint8Array.of(0x61, 0x80, (1 << 3) | 2))]).toEqual(Array.from({ length: 6 }, () => 0x61));
  });

  it('unpacks Huffman codes with the dictionary of the book', () => {
    // One-bit codes: 1 is the first phrase, 0 the second.
    const codes = new Uint8Array(24 + 1024 + 256);
    const view = new DataView(codes.buffer);
    codes.set(encode('HUFF'));
    view.setUint32(8, 24);
    view.setUint32(12, 24 + 1024);
    for (let index = 0; index < 256; index += 1) view.setUint32(24 + index * 4, (1 << 8) | 0x80 | 1);
    const phrases = Uint8Array.of(
      ...encode('CDIC'),
      0,
      0,
      0,
      16,
      0,
      0,
      0,
      2,
      0,
      0,
      0,
      1,
      0,
      4,
      0,
      8,
      0x80,
      2,
      0x68,
      0x69,
      0x80,
      1,
      0x21,
    );
    const unpack = createDictionary([codes, phrases]);
    expect(new TextDecoder().decode(unpack(Uint8Array.of(0b10111110)))).toBe('hi!hihihihihi!');
    expect(() => createDictionary([])).toThrow('no table of codes');
  });
});

describe('iBooks Author books', () => {
  it('become the underlying EPUB, with an uncompressed media type first', async () => {
    const { outputs } = await convertWith(
      { engine, manifest },
      { input: await fixture('layouts/book.ibooks'), from: 'ibooks', to: 'epub' },
    );
    const { content } = outputs[0];
    if (!(content instanceof Blob)) throw new TypeError('a file was expected');
    const bytes = new Uint8Array(await content.arrayBuffer());
    expect(strFromU8(bytes.subarray(30, 58))).toBe('mimetypeapplication/epub+zip');
    expect(Object.keys(unzipSync(bytes))).toContain('META-INF/container.xml');
  });

  it('lose parts whose names leave the book', async () => {
    const names = ['META-INF/container.xml', 'a.xhtml', '../evil', '/etc/evil', 'a\\b', 'x\u202E.css'];
    const book = zipSync(Object.fromEntries(names.map((name) => [name, encode('<x/>')])));
    const { outputs } = await convertWith(
      { engine, manifest },
      { input: new Blob([new Uint8Array(book)]), from: 'ibooks', to: 'epub' },
    );
    const { content } = outputs[0];
    if (!(content instanceof Blob)) throw new TypeError('a file was expected');
    const parts = Object.keys(unzipSync(new Uint8Array(await content.arrayBuffer())));
    expect(parts).toEqual(['mimetype', 'META-INF/container.xml', 'a.xhtml']);
  });

  it('are refused if purchased, and corrupt if not a book', async () => {
    const locked = zipSync({ 'META-INF/container.xml': encode('<x/>'), 'META-INF/sinf.xml': encode('<x/>') });
    const open = (input: Blob) => convertWith({ engine, manifest }, { input, from: 'ibooks', to: 'epub' });
    await expect(open(new Blob([new Uint8Array(locked)]))).rejects.toMatchObject({ code: 'copy-protected' });
    await expect(open(new Blob(['PK']))).rejects.toMatchObject({ code: 'corrupt' });
  });
});

describe('books written for Kindle', () => {
  const kindle = async (input: Blob): Promise<Blob> => {
    const { content } = (await convertWith({ engine, manifest }, { input, from: 'epub', to: 'mobi' })).outputs[0];
    if (!(content instanceof Blob)) throw new TypeError('no file');
    return content;
  };
  const again = async (book: Blob): Promise<string> => {
    const { content } = (await convertWith({ engine, manifest }, { input: book, from: 'mobi', to: 'html' })).outputs[0];
    return content instanceof Blob ? content.text() : '';
  };
  const page = (body: string): string =>
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${body}</body></html>`;
  const epub = (pages: readonly string[], picture: Uint8Array): Blob => {
    const items = pages.map(
      (_, index) => `<item id="p${index}" href="text/p${index}.xhtml" media-type="application/xhtml+xml"/>`,
    );
    const files = {
      mimetype: encode('application/epub+zip'),
      'META-INF/container.xml': encode('<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'),
      'OPS/book.opf': encode(
        `<package><metadata><dc:title>책 &amp; 제목</dc:title><dc:creator>글쓴이</dc:creator><dc:language>ko</dc:language></metadata><manifest>${items.join('')}` +
          '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="c" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/></manifest>' +
          `<spine>${pages.map((_, index) => `<itemref idref="p${index}"/>`).join('')}</spine></package>`,
      ),
      'OPS/nav.xhtml': encode(
        '<html><body><nav epub:type="toc"><ol><li><a href="text/p1.xhtml#second">Second</a></li></ol></nav></body></html>',
      ),
      'OPS/cover.jpg': picture,
      ...Object.fromEntries(pages.map((body, index) => [`OPS/text/p${index}.xhtml`, encode(page(body))])),
    };
    return new Blob([new Uint8Array(zipSync(files))]);
  };

  it('keep text, cover, images and link targets', async () => {
    const long = Array.from({ length: 400 }, (_, index) => `<p>가나다 ${index} 한글 문단입니다. plain words too.</p>`).join('');
    const html = await again(
      await kindle(
        epub(
          [
            `<h1>첫째</h1><p>See <a href="p1.xhtml#second">there</a>.</p>${long}`,
            '<p>before</p><h1 id="second">둘째</h1><img src="../cover.jpg" alt="표지"/>',
          ],
          JPEG,
        ),
      ),
    );
    expect(html).toContain('<title>책 &amp; 제목</title>');
    expect(html).toContain('<meta name="author" content="글쓴이">');
    expect(html.match(/한글 문단입니다/g)).toHaveLength(400);
    expect(html).not.toContain('\ufffd');
    const [, name = ''] = /<a href="#(place-\d+)">there/.exec(html) ?? [];
    expect(html).toContain(`<span id="${name}"></span><h1>둘째`);
    expect(html).toContain('src="data:image/jpeg;base64,');
    expect(html).toMatch(/<a href="#place-\d+">Second<\/a>/);
  });

  it('drop unsupported images with a warning', async () => {
    const input = epub(['<img src="../cover.jpg" alt="a drawing"/>'], encode('<svg/>'));
    const { warnings } = await convertWith({ engine, manifest }, { input, from: 'epub', to: 'mobi' });
    expect(warnings).toEqual([{ code: 'pictures-dropped' }]);
  });

  it('are refused for damaged or protected EPUB', async () => {
    await expect(kindle(new Blob(['PK nothing']))).rejects.toMatchObject({ code: 'corrupt' });
  });
});

describe('PalmDOC packing', () => {
  it('survives a round trip for any bytes', () => {
    const samples = [
      encode('the cat and the cat and the cat sat on the mat '.repeat(20)),
      encode('한글 문장은 여러 바이트입니다. '.repeat(30)),
      Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) & 0xff),
      new Uint8Array(50),
    ];
    for (const sample of samples) expect([...unpackWords(packWords(sample))]).toEqual([...sample]);
    expect(packWords(samples[0] ?? new Uint8Array()).length).toBeLessThan(300);
  });
});
