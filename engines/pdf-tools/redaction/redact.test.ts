import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import {
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  PDFString,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../../../tests/native.ts';
import { check, edit, plainContent, removeFiles, textIn } from '../../../tests/pdf/judged-files.ts';
import { fileOf, madePages, madeRich } from '../../../tests/pdf/made-documents.ts';
import { comparable, redactionOf } from './request.ts';

afterAll(removeFiles);

const SENTINEL = 'Zanzibar77';
const HAS_JUDGES = hasProgram('pdftotext') && hasProgram('qpdf');

/** Lists where the sentinel still occurs: in the raw file, decompressed, in extracted text or in attachments. */
function traces(file: string): readonly string[] {
  const raw = readFileSync(file).toString('latin1');
  const plain = plainContent(file);
  const forms = [SENTINEL, wide(SENTINEL), hex(SENTINEL), hex(wide(SENTINEL))].map((form) => form.toLowerCase());
  const found = (text: string): boolean => forms.some((form) => text.toLowerCase().includes(form));
  return [
    ...(found(raw) ? ['raw'] : []),
    ...(found(plain) ? ['decompressed'] : []),
    ...(textIn(file).some((page) => page.replaceAll(/\s+/g, '').toLowerCase().includes(SENTINEL.toLowerCase())) ? ['text'] : []),
  ];
}
const wide = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('latin1');
const hex = (text: string): string => Buffer.from(text, 'latin1').toString('hex');

type Case = readonly [what: string, make: (document: PDFDocument) => void | Promise<void>];

const page = (document: PDFDocument) => document.getPage(0);
const dictionary = (document: PDFDocument, entries: Record<string, string>) =>
  document.context.obj(Object.fromEntries(Object.entries(entries).map(([key, text]) => [key, PDFString.of(text)])));

const CASES: readonly Case[] = [
  ['in a line of text', (document) => page(document).drawText(`before ${SENTINEL} after`, { x: 20, y: 300 })],
  ['in capitals', (document) => page(document).drawText(SENTINEL.toUpperCase(), { x: 20, y: 300 })],
  ['twice on a line', (document) => page(document).drawText(`${SENTINEL} and ${SENTINEL}`, { x: 20, y: 300 })],
  [
    'in a form object',
    async (document) => {
      const inner = await madePages(SENTINEL, 1);
      const [embedded] = await document.embedPdf(inner, [0]);
      if (embedded) page(document).drawPage(embedded, { x: 10, y: 200 });
    },
  ],
  [
    'in a form object within another',
    async (document) => {
      const inner = await madePages(SENTINEL, 1);
      const middle = await PDFDocument.create();
      const [first] = await middle.embedPdf(inner, [0]);
      if (first) middle.addPage([300, 200]).drawPage(first, { x: 5, y: 5 });
      const [second] = await document.embedPdf(middle, [0]);
      if (second) page(document).drawPage(second, { x: 10, y: 200 });
    },
  ],
  [
    'in slanted text',
    (document) => page(document).drawText(SENTINEL, { x: 100, y: 200, rotate: { type: 'degrees' as never, angle: 30 } }),
  ],
  ['in large letters', (document) => page(document).drawText(SENTINEL, { x: 20, y: 200, size: 48 })],
  ['in tiny letters', (document) => page(document).drawText(SENTINEL, { x: 20, y: 200, size: 3 })],
  ['in white on white', (document) => page(document).drawText(SENTINEL, { x: 20, y: 200, color: rgb(1, 1, 1) })],
  [
    'in a second font',
    async (document) =>
      page(document).drawText(SENTINEL, { x: 20, y: 200, font: await document.embedFont(StandardFonts.TimesRomanItalic) }),
  ],
  [
    'letter by letter',
    (document) => {
      for (const [at, letter] of [...SENTINEL].entries()) page(document).drawText(letter, { x: 20 + at * 14, y: 200, size: 20 });
    },
  ],
  [
    'on a turned page',
    (document) => {
      page(document).drawText(SENTINEL, { x: 20, y: 200 });
      page(document).setRotation({ type: 'degrees' as never, angle: 90 });
    },
  ],
  [
    'on a page with a shifted box',
    (document) => {
      page(document).drawText(SENTINEL, { x: 120, y: 200 });
      page(document).setMediaBox(50, 50, 300, 300);
    },
  ],
  [
    'on two pages',
    (document) => {
      for (const each of [page(document), document.addPage([200, 200])]) each.drawText(SENTINEL, { x: 20, y: 50 });
    },
  ],
  [
    'under a rectangle that covers it',
    (document) => {
      page(document).drawText(SENTINEL, { x: 20, y: 200 });
      page(document).drawRectangle({ x: 0, y: 190, width: 300, height: 40, color: rgb(0, 0, 0) });
    },
  ],
  [
    'above a drawing',
    (document) => {
      page(document).drawSvgPath('M0 0 L10 10 L20 0 L30 10 L40 0 L50 10 L60 0 L70 10 L80 0 L90 10', {
        x: 20,
        y: 210,
        borderColor: rgb(1, 0, 0),
      });
      page(document).drawText(SENTINEL, { x: 20, y: 200 });
    },
  ],
  [
    'in a form field',
    (document) => {
      const field = document.getForm().createTextField('name');
      field.setText(SENTINEL);
      field.addToPage(page(document), { x: 20, y: 100, width: 200, height: 20 });
    },
  ],
  [
    'in the name of a field',
    (document) => document.getForm().createTextField(SENTINEL).addToPage(page(document), { x: 20, y: 100 }),
  ],
  [
    'in a comment',
    (document) => {
      const note = dictionary(document, { Contents: SENTINEL, T: SENTINEL });
      note.set(PDFName.of('Subtype'), PDFName.of('Text'));
      note.set(PDFName.of('Rect'), document.context.obj([10, 10, 30, 30]));
      page(document).node.addAnnot(document.context.register(note));
    },
  ],
  [
    'in the address of a link',
    (document) => {
      const action = document.context.obj({ S: 'URI', URI: PDFString.of(`https://example.com/${SENTINEL}`) });
      const link = document.context.obj({ Subtype: 'Link', Rect: [10, 10, 90, 30], A: action });
      page(document).node.addAnnot(document.context.register(link));
    },
  ],
  ['in the title', (document) => document.setTitle(SENTINEL)],
  ['in keywords as UTF-16', (document) => document.setKeywords([SENTINEL])],
  [
    'in XMP',
    (document) => {
      const xmp = document.context.stream(`<x:xmpmeta>${SENTINEL}</x:xmpmeta>`, { Type: 'Metadata', Subtype: 'XML' });
      document.catalog.set(PDFName.of('Metadata'), document.context.register(xmp));
    },
  ],
  [
    'in a bookmark',
    (document) => {
      const root = document.context.nextRef();
      const item = document.context.register(
        document.context.obj({ Title: PDFHexString.fromText(`on ${SENTINEL}`), Parent: root }),
      );
      document.context.assign(root, document.context.obj({ First: item, Last: item, Count: 1 }));
      document.catalog.set(PDFName.of('Outlines'), root);
    },
  ],
  ['in an attachment', (document) => document.attach(new TextEncoder().encode(SENTINEL), 'note.txt')],
  ['in the name of an attachment', (document) => document.attach(new Uint8Array([1]), `${SENTINEL}.txt`)],
  ['in a script', (document) => document.addJavaScript('main', `console.log('${SENTINEL}')`)],
  [
    'in private data of a program',
    (document) =>
      document.catalog.set(PDFName.of('PieceInfo'), document.context.obj({ App: { Private: PDFString.of(SENTINEL) } })),
  ],
  [
    'in the actual text of a tag',
    (document) => {
      const element = document.context.register(document.context.obj({ S: 'P', ActualText: PDFString.of(SENTINEL), K: 0 }));
      document.catalog.set(PDFName.of('StructTreeRoot'), document.context.obj({ Type: 'StructTreeRoot', K: [element] }));
    },
  ],
  [
    'in the actual text of marked content',
    (document) => {
      const content = `/Span << /ActualText (${SENTINEL}) >> BDC 0 0 10 10 re f EMC`;
      page(document).node.addContentStream(document.context.register(document.context.stream(content)));
    },
  ],
  [
    'in the name of a destination',
    (document) => {
      const target = [page(document).ref, PDFName.of('Fit')];
      document.catalog.set(PDFName.of('Dests'), document.context.obj({ [SENTINEL]: target }));
      for (const Dest of [SENTINEL, `missing${SENTINEL}`]) {
        const link = document.context.obj({ Subtype: 'Link', Rect: [10, 10, 90, 30], Dest });
        page(document).node.addAnnot(document.context.register(link));
      }
    },
  ],
  [
    'in the script of a link',
    (document) => {
      const script = document.context.register(document.context.stream(`app.alert('${SENTINEL}')`));
      const link = document.context.obj({ Subtype: 'Link', Rect: [10, 10, 90, 30], A: { S: 'JavaScript', JS: script } });
      page(document).node.addAnnot(document.context.register(link));
    },
  ],
  [
    'in letters without a width',
    (document) => {
      page(document).pushOperators(PDFOperator.of(PDFOperatorNames.SetTextHorizontalScaling, [PDFNumber.of(0)]));
      page(document).drawText(SENTINEL, { x: 20, y: 200 });
    },
  ],
  [
    'in a layer’s name',
    (document) => {
      const layer = document.context.register(document.context.obj({ Type: 'OCG', Name: PDFString.of(SENTINEL) }));
      document.catalog.set(PDFName.of('OCProperties'), document.context.obj({ OCGs: [layer], D: { Order: [layer] } }));
    },
  ],
  [
    'in an object nothing refers to',
    (document) => {
      document.context.register(dictionary(document, { Old: SENTINEL }));
    },
  ],
];

describe.skipIf(!HAS_JUDGES)('redacted text', () => {
  it.each(CASES)('%s is nowhere in the file', async (_, make) => {
    const document = await madePages('other words', 1, [400, 400]);
    await make(document);
    // One occurrence that is always found, so that the page is redacted.
    page(document).drawText(SENTINEL, { x: 20, y: 20 });
    const { file } = await edit([await fileOf(document)], { redactText: SENTINEL });
    expect(traces(file)).toEqual([]);
    expect(check(file)).toContain('No syntax');
  });

  it('in an earlier revision is nowhere in the file', async () => {
    const before = await madePages(SENTINEL, 1);
    const revised = await PDFDocument.load(await (await fileOf(before)).arrayBuffer(), { forIncrementalUpdate: true });
    revised.getPage(0).node.delete(PDFName.of('Contents'));
    revised.getPage(0).drawText('clean');
    revised.setTitle('clean');
    const file = new Blob([new Uint8Array(await revised.commit())]);
    const edited = await edit([file], { redactText: `clean; ${SENTINEL}` });
    expect(traces(edited.file)).toEqual([]);
  });

  it.each<[how: string, term: string, draw: (page: PDFPage) => void]>([
    [
      'with a hyphen at the end of a line',
      SENTINEL,
      (each) => {
        each.drawText('the Zanzi-', { x: 200, y: 300, size: 12 });
        each.drawText('bar77 there', { x: 20, y: 285, size: 12 });
      },
    ],
    [
      'over two lines at its own hyphen',
      '010-1234-5678',
      (each) => {
        each.drawText('call 010-1234-', { x: 200, y: 300, size: 12 });
        each.drawText('5678 there', { x: 20, y: 285, size: 12 });
      },
    ],
    [
      'in parts of a line that are not in order',
      SENTINEL,
      (each) => {
        each.drawText('bar77', { x: 52, y: 300, size: 12 });
        each.drawText('middle', { x: 20, y: 200, size: 12 });
        each.drawText('Zanzi', { x: 20, y: 300, size: 12 });
      },
    ],
    ['with another dash', '1-2-3', (each) => each.drawText('call 1–2–3', { x: 20, y: 300, size: 12 })],
    ['with another apostrophe', "O'Neil", (each) => each.drawText('Ms O’Neil', { x: 20, y: 300, size: 12 })],
  ])('is found %s', async (_, term, draw) => {
    const document = await madePages('one', 1, [400, 400]);
    draw(page(document));
    const { file, warnings } = await edit([await fileOf(document)], { redactText: term });
    expect(warnings).toEqual([]);
    expect(textIn(file).join(' ')).not.toMatch(/Zanzi|bar77|1234|5678|1.2.3|Neil/);
  });

  it('is found with letters and accents as one or two characters', () => {
    for (const text of ['바꿈', 'Ångström', 'ΟΔΟΣ', 'ﬁle'])
      for (const form of ['NFC', 'NFD'] as const) {
        const letters = [...text.normalize(form)].map((letter) => comparable(letter)).join('');
        expect(letters).toBe(comparable(text));
      }
  });

  // Without a limit, sorting the marks takes minutes.
  it('is compared in linear time with any number of combining marks, also with invisible characters between them', () => {
    for (const between of ['', '\u200d', ' '])
      expect(comparable(`a${`\u0315${between}\u0316${between}`.repeat(300_000)}`).length).toBeLessThan(40);
  });

  it('beside text that is not found, or in a scan, causes a warning', async () => {
    const document = await madePages(SENTINEL, 1, [400, 400]);
    document.addPage([200, 200]).drawRectangle({ x: 0, y: 0, width: 200, height: 200 });
    const { warnings } = await edit([await fileOf(document)], { redactText: `${SENTINEL}; Atlantis; Eldorado` });
    expect(warnings).toEqual([
      { code: 'texts-not-found', params: { count: 2 } },
      { code: 'pages-not-searched', params: { count: 1 } },
    ]);
  });

  it('that occurs thousands of times on a page turns it into an image', async () => {
    const document = await madePages('one', 1, [400, 400]);
    for (let line = 0; line < 60; line += 1) page(document).drawText('a '.repeat(50), { x: 5, y: 5 + line * 6, size: 5 });
    const { file, warnings } = await edit([await fileOf(document)], { redactText: 'a' });
    expect(warnings).toEqual([{ code: 'redacted-pages-as-images' }]);
    expect(textIn(file)).toEqual(['']);
  });

  it('keeps the words beside it', async () => {
    const document = await madePages('one', 1, [400, 400]);
    page(document).drawText(`left ${SENTINEL} right`, { x: 20, y: 300 });
    const { file, warnings } = await edit([await fileOf(document)], { redactText: SENTINEL });
    const [text = ''] = textIn(file);
    expect(text).toMatch(/left\s+right/);
    expect(text).toContain('one 1');
    expect(warnings).toEqual([]);
  });

  it('leaves bookmarks and links of the rest', async () => {
    const { file } = await edit([await fileOf(await madeRich('one', 2))], { redactText: 'one 2' });
    expect(textIn(file)[0]).toContain('one 1');
    expect(textIn(file)[1]).not.toContain('one 2');
  });

  it('causes a warning if it is not found', async () => {
    const { warnings } = await edit([await fileOf(await madePages('one', 1))], { redactText: SENTINEL });
    expect(warnings).toEqual([{ code: 'nothing-redacted' }]);
  });
});

describe.skipIf(!HAS_JUDGES)('redacted numbers', () => {
  it('are not confused with coordinates', async () => {
    const document = await madePages('one', 1);
    page(document).drawText('pay 100 now', { x: 20, y: 100 });
    const { file, warnings } = await edit([await fileOf(document)], { redactText: '100' });
    expect(warnings).toEqual([]);
    expect(textIn(file)[0]).toMatch(/pay +now/);
  });

  it('cause a warning if they are not found', async () => {
    const { warnings } = await edit([await fileOf(await madePages('one', 1))], { redactText: '100; 20' });
    expect(warnings).toEqual([{ code: 'nothing-redacted' }]);
  });
});

describe.skipIf(!HAS_JUDGES)('redacted areas', () => {
  it('lose text and outlines', async () => {
    const document = await madePages('one', 1, [400, 400]);
    page(document).drawText(SENTINEL, { x: 100, y: 300, size: 12 });
    page(document).drawSvgPath('M0 0 L10 10 L20 0 Z', { x: 105, y: 305, color: rgb(1, 0, 0) });
    const { file, warnings } = await edit([await fileOf(document)], { redactAreas: '1:90,80,150,30' });
    expect(traces(file)).toEqual([]);
    expect(warnings).toEqual([]);
    expect(plainContent(file)).not.toMatch(/1 0 0 rg/);
  });

  it('over an image turn the page into an image that includes the redaction', async () => {
    const document = await madePages(SENTINEL, 1, [200, 100]);
    const { width, height } = { width: 2, height: 1 };
    const red = document.context.flateStream(new Uint8Array([255, 0, 0, 255, 0, 0]), {
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      ColorSpace: 'DeviceRGB',
      BitsPerComponent: 8,
    });
    const key = page(document).node.newXObject('Red', document.context.register(red));
    page(document).node.addContentStream(
      document.context.register(document.context.stream(`q 200 0 0 100 0 0 cm ${key.toString()} Do Q`)),
    );
    const { file, warnings } = await edit([await fileOf(document)], { redactAreas: '1:0,0,100,100' });
    expect(warnings).toEqual([{ code: 'redacted-pages-as-images' }]);
    expect(traces(file)).toEqual([]);
    const pixels = execFileSync('pdftoppm', ['-r', '36', file]);
    const body = pixels.subarray(pixels.indexOf('255\n') + 4);
    const at = (x: number, y: number): readonly number[] => [...body.subarray((y * 100 + x) * 3, (y * 100 + x) * 3 + 3)];
    expect([at(10, 25), at(90, 25).map((value) => Math.round(value / 50))]).toEqual([
      [0, 0, 0],
      [5, 0, 0],
    ]);
  });

  it('can be given without text', async () => {
    const { file, warnings } = await edit([await fileOf(await madePages('one', 1, [400, 400]))], {
      redactAreas: '1:200,50,50,50',
    });
    expect(textIn(file)).toEqual(['one 1']);
    expect(warnings).toEqual([]);
    expect(check(file)).toContain('No syntax');
  });

  it.each(['5:1,1,1,1', '1:1,1', 'x', '1:0,0,0,5'])('%s are refused', (redactAreas) => {
    expect(() => redactionOf({ redactAreas }, 2)).toThrow(expect.objectContaining({ code: 'invalid-options' }));
  });
});
