import { convertWith } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';
import { type Piece, works2000File, worksFile, writeFile } from './test-files.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

async function richTextOf(file: Uint8Array<ArrayBuffer>, from: 'wri' | 'wps') {
  const { outputs, warnings } = await convertWith({ engine, manifest }, { input: new Blob([file]), from, to: 'rtf' });
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new Error('no file');
  return { text: await content.text(), warnings };
}

/** Paragraph properties of Write: alignment and indents. */
function shape(align: number, { left = 0, right = 0, first = 0, place = 0, tabs = [] as readonly number[] } = {}) {
  const bytes = Buffer.alloc(22 + tabs.length * 2);
  bytes.set([61, align]);
  bytes.writeInt16LE(right, 4);
  bytes.writeInt16LE(left, 6);
  bytes.writeInt16LE(first, 8);
  bytes[16] = place;
  bytes.set(Buffer.from(Uint16Array.from(tabs).buffer), 22);
  return [...bytes];
}

const HEAD = 'Quarterly\r\n';
const BODY = 'Plain \x93quoted\x94 {and} bold\r\nSecond\twith a tab\x0c\r\n';
const BOLD_TO = HEAD.length + BODY.indexOf('bold');

const WRITE_LOOKS: readonly Piece[] = [
  { text: (HEAD + BODY).slice(0, BOLD_TO), properties: [] },
  { text: 'bold', properties: [1, 3, 36, 1] },
  { text: (HEAD + BODY).slice(BOLD_TO + 4), properties: [1, 0, 20] },
];
const [FIRST = '', SECOND = ''] = BODY.split(/(?<=\n)/);
const WRITE_SHAPES: readonly Piece[] = [
  { text: HEAD, properties: shape(1, { left: 1440, place: 0x0a }) },
  { text: FIRST, properties: shape(3, { left: 720, right: 360, first: -360 }) },
  { text: SECOND, properties: shape(0, { tabs: [2880, 3, 0, 0] }) },
];

describe('Windows Write', () => {
  it('keeps text, formatting, alignment, page size and the page header', async () => {
    const { text, warnings } = await richTextOf(writeFile({ looks: WRITE_LOOKS, shapes: WRITE_SHAPES, encode: latin }), 'wri');
    expect(text).toContain('{\\fonttbl{\\f0 Arial;}');
    expect(text).toContain('\\paperw12240\\paperh15840\\margt1440\\margb1440\\margl1440\\margr1440\n');
    expect(text).toContain('{\\header \\pard\\qc\\li0\\ri0\\fi0\\sb0\\sa0\n{\\f0\\fs24 Quarterly}\\par}');
    expect(text).toContain(
      '\\pard\\qj\\li720\\ri360\\fi-360\\sb0\\sa0\n{\\f0\\fs24 Plain \\u8220?quoted\\u8221? \\{and\\} }{\\f0\\fs36\\b\\i\\ul bold}\\par',
    );
    expect(text).toContain('\\tqdec\\tx2880\n{\\f0\\fs20 Second\\tab with a tab\\page }\\par');
    expect(warnings).toEqual([]);
  });

  it('reads the Korean Windows code page, and warns about dropped images', async () => {
    const hangul = Buffer.from('c7d1b1db20b9aebcad20c0d4b4cfb4d92e20b0a1b3aab4d9b6f3b8b6b9d9bbe7', 'hex').toString('latin1');
    const looks = [{ text: `${hangul}\r\nxyz\r\n`, properties: [] }];
    const shapes = [
      { text: `${hangul}\r\n`, properties: shape(0) },
      { text: 'xyz\r\n', properties: shape(0, { place: 0x10 }) },
    ];
    const { text, warnings } = await richTextOf(writeFile({ looks, shapes, encode: latin }), 'wri');
    const spelled = [...'한글 문서 입니다.'].map((sign) =>
      sign <= '~' ? sign : `\\u${((sign.charCodeAt(0) + 0x8000) & 0xffff) - 0x8000}?`,
    );
    expect(text).toContain(spelled.join(''));
    expect(text).not.toContain('xyz');
    expect(warnings).toEqual([{ code: 'pictures-dropped' }]);
  });

  it('in Word for DOS files uses the DOS code page, with page headers from the second page', async () => {
    const file = writeFile({
      looks: [{ text: 'Head\r\nR\x82sum\x82 \xb1\r\n', properties: [0, 0x60, 20] }],
      shapes: [
        { text: 'Head\r\n', properties: shape(0, { left: 1440, place: 0x06 }) },
        { text: 'R\x82sum\x82 \xb1\r\n', properties: shape(0) },
      ],
      encode: latin,
    });
    new DataView(file.buffer).setUint16(96, 0, true);
    const { text } = await richTextOf(file, 'wri');
    expect(text).toContain('\\titlepg\n{\\header ');
    expect(text).toContain('{\\f24\\fs20 R\\u233?sum\\u233? \\u9618?}');
    expect(text).toContain('{\\f24 Times New Roman;}');
  });
});

const WORKS = {
  looks: [
    { text: '\r\n', properties: [0, 0x10, 0, 0, 20] },
    { text: 'Title\r\n', properties: [3, 0x38, 1, 0x20, 40] },
    { text: 'Text\r\n', properties: [] },
  ],
  shapes: [
    { text: '\r\n', properties: [] },
    {
      text: 'Title\r\n',
      properties: [0, 0, 0, 5, 1, 0x0f, 8, 0, 2, 0xd0, 2, 0xa0, 5, 1, 2, 0x12, 0xd0, 2, 0x14, 0x98, 0xfe, 0x15, 0xf0, 0],
    },
    { text: 'Text\r\n', properties: [0, 0, 0, 5, 3, 0xee, 9] },
  ],
  encode: latin,
};

describe('Microsoft Works', () => {
  it('up to version 4 keeps text, formatting and alignment', async () => {
    const { text } = await richTextOf(worksFile(WORKS), 'wps');
    expect(text).toContain('{\\fonttbl{\\f0 Arial;}{\\f1 Courier New;}}');
    expect(text).toContain('\\paperw12240\\paperh15840\\margt1440\\margb1440\\margl1800\\margr1800');
    expect(text).toContain(
      '\\pard\\qc\\li720\\ri0\\fi-360\\sb0\\sa0\\tqc\\tx720\\tqr\\tx1440\n{\\f1\\fs40\\b\\i\\ul Title}\\par',
    );
    expect(text).toContain('\\pard\\qj\\li0\\ri0\\fi0\\sb0\\sa0\n{\\f0\\fs24 Text}\\par');
    expect(text).not.toContain('\\header');
  });

  it('since 2000 keeps text and lines', async () => {
    const { text } = await richTextOf(works2000File('첫 줄\rzweite\r\r'), 'wps');
    expect(text).toContain('\\u-13141? \\u-14076?}\\par');
    expect(text.match(/\\par\b/g)).toHaveLength(2);
    await expect(richTextOf(works2000File('\r\r'), 'wps')).rejects.toMatchObject({ code: 'empty' });
  });
});

describe('a damaged document', () => {
  it('is refused or reported wherever it is truncated', async () => {
    for (const [file, from] of [
      [writeFile({ looks: WRITE_LOOKS, shapes: WRITE_SHAPES, encode: latin }), 'wri'],
      [worksFile(WORKS), 'wps'],
    ] as const)
      for (const length of [1, 10, 130, 300, 600]) {
        const answer = await richTextOf(file.slice(0, length), from).catch(({ code }: { readonly code?: string }) => code);
        expect(['corrupt', 'unsupported-feature', 'empty', 'read']).toContain(typeof answer === 'string' ? answer : 'read');
      }
  });

  it('is read with a warning if its text is complete', async () => {
    const file = worksFile(WORKS);
    expect((await richTextOf(file, 'wps')).warnings).toEqual([]);
    const half = await richTextOf(file.slice(0, file.length / 2), 'wps');
    expect(half.warnings).toEqual([{ code: 'damaged-source' }]);
    expect(half.text).toContain('Title');
  });

  it('is handled if page pointers point past the end of the file', async () => {
    const file = writeFile({ looks: WRITE_LOOKS, shapes: WRITE_SHAPES, encode: latin });
    new DataView(file.buffer).setUint32(14, 1 << 30, true);
    await expect(richTextOf(file, 'wri')).rejects.toMatchObject({ code: 'corrupt' });
  });
});
