import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { FACE_FILES, type FaceName } from '@bakkum/document-typefaces/catalogue';
import { unzlibSync, zlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createPagesPdf } from './pages-pdf.ts';
import type { StructurePath, TextArea } from './structure.ts';

const MODULES = path.resolve(import.meta.dirname, '../../../node_modules');
const FACES: readonly FaceName[] = ['gothic', 'japanese'];

const source = {
  choose: () => FACES.map((face) => ({ face, embolden: false })),
  load: async (face: string) =>
    new Uint8Array(await readFile(path.join(MODULES, FACE_FILES[FACES.find((name) => name === face) ?? 'sans']))),
};

const page = (inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200">${inside}</svg>`;

/** The file as text, with its streams decompressed. */
async function drawn(...pages: readonly string[]): Promise<string> {
  const pdf = createPagesPdf(source);
  for (const svg of pages) await pdf.addPage(svg);
  return unpacked(pdf.finish('제목'));
}

async function unpacked(pdf: Blob): Promise<string> {
  const bytes = new Uint8Array(await pdf.arrayBuffer());
  const latin = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return latin.replaceAll(/\/FlateDecode \/Length (\d+) >>\nstream\n/g, (whole, length: string, at: number) => {
    const start = at + whole.length;
    return `${whole}${new TextDecoder('latin1').decode(unzlibSync(bytes.subarray(start, start + Number(length))))}\n`;
  });
}

const letters = (text: string, y: number, step = 16): string =>
  [...text]
    .map((letter, index) => (letter === ' ' ? '' : `<text x="${20 + index * step}" y="${y}" font-size="16">${letter}</text>`))
    .join('');

describe('pages of SVG as PDF', () => {
  it('have the size of the drawing in points, a title and one tree', async () => {
    const file = await drawn(page(''), page('<rect x="1" y="2" width="3" height="4" fill="red"/>'));
    expect(file).toContain('/MediaBox [0 0 300 150]');
    expect(file).toContain('/Count 2');
    expect(file).toContain('/Title <FEFFC81CBAA9>');
    expect(file).toContain('1 0 0 rg 1 2 m 4 2 l 4 6 l 1 6 l h f');
  });

  it('join letters drawn one by one into lines, with spaces in the gaps', async () => {
    const file = await drawn(page(letters('한글 문서', 50)));
    const lines = [...file.matchAll(/\[<([0-9A-F]+)>.*?\] TJ/g)];
    expect(lines).toHaveLength(1);
    expect(file).toMatch(/<FEFF|beginbfchar/);
    for (const letter of '한글문서') expect(file).toContain(`<${letter.charCodeAt(0).toString(16).toUpperCase()}>`);
    expect(file).toContain('<0020>');
  });

  it('stretch a single letter little and place it in the middle, but fill the width with a dash', async () => {
    const stretched = (character: string): string => `<text x="20" y="50" font-size="16" textLength="160">${character}</text>`;
    const matrixOf = (file: string): readonly number[] => /1 Tf ([-\d. ]+) Tm/.exec(file)?.[1]?.split(' ').map(Number) ?? [];
    const [letter, dash] = [matrixOf(await drawn(page(stretched('가')))), matrixOf(await drawn(page(stretched('-'))))];
    expect(letter[0]).toBeCloseTo(16 * 1.3);
    expect(letter[4]).toBeGreaterThan(80);
    expect(dash[0]).toBeGreaterThan(160);
    expect(dash[4]).toBe(20);
  });

  it('use another typeface for missing characters, and keep characters that none has', async () => {
    const file = await drawn(page(letters('가\u2460\u{10ffff}', 50)));
    expect(file).toContain('+NanumGothic ');
    expect(file).toContain('+NotoSansJP-Regular ');
    expect(file).toContain('<DBFFDFFF>');
  });

  it('end runs of letters in another typeface with the space before the next', async () => {
    const mixed = ['가', '\u2460'].map((letter, index) => `<text x="${20 + index * 24}" y="50" font-size="16">${letter}</text>`);
    const file = await drawn(page(mixed.join('')));
    expect(file).toContain('[<00010002>] TJ');
    expect(file).toContain('<0002> <0020>');
  });

  it('embed font subsets', async () => {
    const pdf = createPagesPdf(source);
    await pdf.addPage(page(letters('가나다라', 50)));
    expect(pdf.finish('').size).toBeLessThan(20_000);
  });

  it('draw clips, transforms, opacity, dashes, curves, gradients and hatches', async () => {
    const file = await drawn(
      page(`<defs><clipPath id="c"><rect x="0" y="0" width="10" height="10"/></clipPath>
        <linearGradient id="g"><stop offset="0" stop-color="#fff"/><stop offset="100%" stop-color="#00f"/></linearGradient>
        <pattern id="p" width="50" height="50"><line x1="0" y1="0" x2="50" y2="50" stroke="black"/></pattern></defs>
        <g clip-path="url(#c)" transform="translate(5,6) scale(2)"><circle cx="5" cy="5" r="5" fill-opacity="0.5"/></g>
        <path d="M0 0 l10 0 q5 5 10 0 a5 5 0 0 1 10 0 z" fill="none" stroke="#0f0" stroke-width="2" stroke-dasharray="3,1"/>
        <rect x="0" y="0" width="100" height="50" fill="url(#g)"/><rect x="0" y="0" width="100" height="50" fill="url(#p)"/>`),
    );
    for (const part of ['2 0 0 2 5 6 cm', 'W n', '/G1 gs', '<< /ca 0.5 /CA 1 >>', '[3 1] 0 d', '/ShadingType 2', '/S1 sh']) {
      expect(file).toContain(part);
    }
    expect(file.split('50 50 l S')).toHaveLength(7);
    expect(file).not.toContain('NaN');
  });

  it('are tagged by areas of text; lines and images are skipped by readers', async () => {
    const area = (y: number, path: StructurePath): TextArea => ({ x: 0, y, width: 400, height: 20, path });
    const cell: StructurePath = [
      { type: 'Table', name: 'a' },
      { type: 'TR', name: '0' },
      { type: 'TD', name: '1' },
    ];
    const heading: StructurePath = [{ type: 'H1', name: '0' }];
    const pdf = createPagesPdf(source);
    const inside = `${letters('제목', 10)}<rect width="9" height="9"/>${letters('이어서', 15)}${letters('칸', 35)}${letters('밖', 90)}`;
    await pdf.addPage(page(inside), [area(0, heading), area(25, cell)]);
    await pdf.addPage(page(letters('끝', 10)), [area(0, heading)]);
    const file = await unpacked(pdf.finish(''));
    expect([...file.matchAll(/\/(\w+) << \/MCID (\d) >> BDC/g)].map(([, type = '', mark = '']) => `${type} ${mark}`)).toEqual([
      ...['H1 0', 'H1 1', 'TD 2', 'P 3'],
      'H1 0',
    ]);
    expect(file).toMatch(/\/Artifact BMC\n.*0 0 m 9 0 l 9 9 l 0 9 l h f\nEMC/);
    expect(file.match(/BDC|BMC/g)).toHaveLength(file.match(/EMC/g)?.length ?? 0);
    expect(file).toContain('/StructParents 1 /Tabs /S');
    expect(file).toMatch(/\/S \/H1 \/P \d+ 0 R \/K \[(<< \/Type \/MCR \/Pg \d+ 0 R \/MCID \d >> ?){3}\]/);
    expect(file).toMatch(/\/Nums \[0 \[(\d+) 0 R \1 0 R \d+ 0 R \d+ 0 R\] 1 \[\1 0 R\]\]/);
    expect(await drawn(page(inside))).not.toMatch(/BDC|StructTreeRoot/);
  });

  it('have the space between two lines only where their text does', async () => {
    const path: StructurePath = [{ type: 'P', name: '0' }];
    const area = { x: 20, height: 20, path };
    const pdf = createPagesPdf(source);
    await pdf.addPage(page(`${letters('가나', 10)}${letters('다라', 35)}${letters('마바', 60)}`), [
      { ...area, y: 0, width: 36, endsInSpace: true },
      { ...area, y: 25, width: 32 },
      { ...area, y: 50, width: 200, endsInSpace: true },
    ]);
    const file = await unpacked(pdf.finish(''));
    const lines = [...file.matchAll(/\[(.*)\] TJ/g)].map(([, line = '']) => line);
    expect(lines.map((line) => line.replaceAll(/<|>|-?[\d.]+(?=<)/g, '').length / 4)).toEqual([3, 2, 2]);
  });

  it('store each image once, with a separate opacity mask', async () => {
    const png = `data:image/png;base64,${Buffer.from(smallPng()).toString('base64')}`;
    const picture = `<image x="10" y="20" width="30" height="40" preserveAspectRatio="none" href="${png}"/>`;
    const file = await drawn(page(picture + picture));
    expect(file.match(/\/Subtype \/Image/g)).toHaveLength(2);
    expect(file).toContain('/SMask');
    expect(file).toContain('30 0 0 -40 10 60 cm');
  });

  it('hold a single image at its own size', async () => {
    const pdf = createPagesPdf(source);
    expect(pdf.addPicture(smallPng())).toBe(true);
    expect(pdf.addPicture(new Uint8Array(20))).toBe(false);
    const file = await pdf.finish('').text();
    expect(file).toContain('/MediaBox [0 0 0.75 0.75]');
    expect(file).toContain('/Count 1');
  });

  it('count images they cannot hold', async () => {
    const pdf = createPagesPdf(source);
    await pdf.addPage(page('<image href="data:image/x-wmf;base64,AAAA" width="1" height="1"/>'));
    expect(pdf.lostPictures()).toBe(1);
  });
});

/** One pixel, red, half transparent. */
function smallPng(): Uint8Array {
  const chunk = (kind: string, data: Uint8Array): readonly number[] => [
    ...[data.length >>> 24, data.length >>> 16, data.length >>> 8, data.length].map((byte) => byte & 255),
    ...new TextEncoder().encode(kind),
    ...data,
    ...[0, 0, 0, 0],
  ];
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk('IHDR', Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0)),
    ...chunk('IDAT', zlibSync(Uint8Array.of(0, 255, 0, 0, 128))),
    ...chunk('IEND', new Uint8Array()),
  ]);
}
