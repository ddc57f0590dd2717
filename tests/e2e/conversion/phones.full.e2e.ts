/** A phone with little memory and a slow processor: a photo, a video, a Word document and a PDF of the sizes that people send. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasProgram } from '../../native.ts';
import { fileOf, madePages } from '../../pdf/made-documents.ts';
import { contentOf } from '../shared-browser.ts';
import { converterJourney, WORDS } from './converter-journey.ts';

const run = promisify(execFile);
const MIB = 1024 ** 2;
const A4 = [595, 842] as const;
/** The processor of the page is slowed down. Its workers run at full speed: the browser's protocol does not reach them. */
const SLOWED = 4;

const journey = converterJourney({ viewport: { width: 360, height: 800 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
const { open, add, rows } = journey;

let folder: string;
let files: readonly string[];

declare global {
  /** What the page asked of the screen lock, in order. */
  var askedOfScreen: string[];
}

async function makeFiles(): Promise<readonly string[]> {
  const at = (name: string): string => path.join(folder, name);
  const source = (size: string): readonly string[] => ['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=s=${size}:r=30`];
  await run('ffmpeg', [...source('4000x3000'), '-vf', 'noise=alls=8', '-frames:v', '1', at('photo.png')]);
  await run('heif-enc', ['-q', '50', '-p', 'preset=ultrafast', at('photo.png'), '-o', at('photo.heic')]);
  const sound = ['-f', 'lavfi', '-i', 'sine=440', '-t', '16', '-c:a', 'aac'];
  const picture = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-b:v', '11M', '-minrate', '11M'];
  const rate = ['-maxrate', '11M', '-bufsize', '4M', '-x264-params', 'nal-hrd=cbr'];
  await run('ffmpeg', [...source('1280x720'), ...sound, ...picture, ...rate, at('clip.mp4')]);
  await run('ffmpeg', [...source('2400x1800'), '-vf', 'noise=alls=40', '-frames:v', '1', '-q:v', '3', at('inside.jpg')]);
  await writeFile(at('letter.docx'), letterWith(await readFile(at('inside.jpg'))));
  await writeFile(at('book.pdf'), Buffer.from(await (await fileOf(await madePages('Page', 40, A4))).arrayBuffer()));
  return ['photo.heic', 'clip.mp4', 'letter.docx', 'book.pdf'].map(at);
}

/** The smallest Word document with a paragraph and a picture. */
function letterWith(jpeg: Buffer): Uint8Array {
  const open = 'http://schemas.openxmlformats.org';
  const inside = `${open}/drawingml/2006/picture`;
  const links = `${open}/officeDocument/2006/relationships`;
  const text = (xml: string): Uint8Array => new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
  const linksTo = (type: string, target: string) =>
    text(
      `<Relationships xmlns="${open}/package/2006/relationships"><Relationship Id="r1" Type="${links}/${type}" Target="${target}"/></Relationships>`,
    );
  const prefixes = [
    `xmlns:w="${open}/wordprocessingml/2006/main"`,
    `xmlns:r="${links}"`,
    `xmlns:wp="${open}/drawingml/2006/wordprocessingDrawing"`,
    `xmlns:a="${open}/drawingml/2006/main"`,
    `xmlns:pic="${inside}"`,
  ].join(' ');
  const picture = `<w:drawing><wp:inline><wp:extent cx="4000000" cy="3000000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="${inside}"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="r1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="4000000" cy="3000000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;
  const body = `<w:body><w:p><w:r><w:t>A letter from a phone · 휴대폰에서 보낸 편지</w:t></w:r></w:p><w:p><w:r>${picture}</w:r></w:p></w:body>`;
  const types = `<Types xmlns="${open}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="jpg" ContentType="image/jpeg"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
  return zipSync({
    '[Content_Types].xml': text(types),
    '_rels/.rels': linksTo('officeDocument', 'word/document.xml'),
    'word/document.xml': text(`<w:document ${prefixes}>${body}</w:document>`),
    'word/_rels/document.xml.rels': linksTo('image', 'media/image1.jpg'),
    'word/media/image1.jpg': [new Uint8Array(jpeg), { level: 0 }],
  });
}

/** Little memory, and a screen that records how long it was kept on. */
function beAPhone(): void {
  Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => 2 });
  globalThis.askedOfScreen = [];
  const request = async () => {
    globalThis.askedOfScreen.push('on');
    const lock = new EventTarget();
    return Object.assign(lock, {
      release: async () => {
        globalThis.askedOfScreen.push('off');
        lock.dispatchEvent(new Event('release'));
      },
    });
  };
  Object.defineProperty(Navigator.prototype, 'wakeLock', { get: () => ({ request }) });
}

describe.skipIf(!hasProgram('ffmpeg') || !hasProgram('heif-enc'))('on a phone', () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'bakkum-phone-'));
    files = await makeFiles();
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.each(['', '/ko'] as const)('everyday files become what is proposed, and the screen stays on, at "%s"', async (locale) => {
    const { words } = WORDS[locale];
    const [photo = 0, clip = 0, letter = 0] = await Promise.all(files.map(async (file) => (await stat(file)).size));
    expect(photo).toBeGreaterThan(MIB / 4);
    expect(clip).toBeGreaterThan(18 * MIB);
    expect(letter).toBeGreaterThan(2.5 * MIB);

    const { page, context } = journey;
    await page.addInitScript(beAPhone);
    const protocol = await context.newCDPSession(page);
    await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    await open(`${locale}/converter`);
    expect(await page.getAttribute('[data-testid=files]', 'accept'), 'hides files in the picker of iOS').toBeNull();
    await add([...files]);
    await expect.poll(() => rows('pending').count()).toBe(files.length);
    const word = rows('pending').filter({ hasText: 'letter' });
    await expect.poll(() => word.innerText()).toContain(words['kept_layout-lost']);
    await journey.convertAll();
    await expect.poll(() => rows('completed').count()).toBe(files.length);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: words.downloadNamed.replace('{name}', 'letter.pdf') }).click(),
    ]);
    const pdf = await contentOf(download);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.length, 'the picture is in it').toBeGreaterThan(MIB);

    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide).toBe(0);
    await expect.poll(() => page.evaluate(() => globalThis.askedOfScreen.at(-1))).toBe('off');
    expect(await page.evaluate(() => globalThis.askedOfScreen[0])).toBe('on');
    expect(journey.complaints).toEqual([]);
  });
});
