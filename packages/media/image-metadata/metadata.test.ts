import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { concat, encodeLatin1, uint16BE, uint32BE, uint32LE } from '@bakkum/bytes/bytes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../../../tests/native.ts';
import { type EmbeddableFormat, embedMetadata, metadataLosses } from './embed.ts';
import { readExifFacts, resetOrientation } from './exif.ts';
import { type ExtractableFormat, extractMetadata, uprightMetadata } from './extract.ts';
import { readHeifDimensions, readHeifFacts } from './heif/heif.ts';
import { iccColourSpace } from './icc.ts';
import { readJxlHeader } from './jxl-codestream.ts';
import type { ImageMetadata } from './metadata.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'image-metadata-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Little-endian Exif: orientation, 300 dpi, an artist outside its entry. */
function exifBlock(orientation: number): Uint8Array<ArrayBuffer> {
  const entry = (tag: number, type: number, count: number, value: number) =>
    concat([uint16BE(tag).reverse(), uint16BE(type).reverse(), uint32LE(count), uint32LE(value)]);
  const outside = 8 + 2 + 4 * 12 + 4;
  return concat([
    encodeLatin1('II'),
    uint16BE(42).reverse(),
    uint32LE(8),
    uint16BE(4).reverse(),
    entry(274, 3, 1, orientation),
    entry(282, 5, 1, outside),
    entry(296, 3, 1, 2),
    entry(315, 2, 11, outside + 8),
    uint32LE(0),
    uint32LE(300),
    uint32LE(1),
    encodeLatin1('Hong Gildo\0\0'),
  ]);
}

function profile(space: string, length: number): Uint8Array<ArrayBuffer> {
  const icc = new Uint8Array(length).map((_, index) => (index * 7) & 255);
  icc.fill(0, 0, 128);
  icc.set(uint32BE(length), 0);
  icc.set(encodeLatin1(space), 16);
  icc.set(encodeLatin1('acsp'), 36);
  icc.set(concat([uint32BE(1), encodeLatin1('cprt'), uint32BE(144), uint32BE(16), encodeLatin1('text\0\0\0\0nobody\0\0')]), 128);
  return icc;
}

const xmp = new TextEncoder().encode(
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="사진"/></rdf:RDF></x:xmpmeta>',
);
const metadata: ImageMetadata = { icc: profile('RGB ', 70_001), exif: exifBlock(6), xmp };

/** The native program that creates the small image for each container; without it the tests are reported as skipped. */
const MAKERS: Readonly<Record<EmbeddableFormat, readonly [program: string, ...args: string[]]>> = {
  jpeg: ['ffmpeg', '-y', '-i', 'a.ppm', '-f', 'mjpeg'],
  png: ['ffmpeg', '-y', '-i', 'a.ppm', '-c:v', 'png', '-f', 'image2'],
  webp: ['cwebp', '-quiet', 'a.ppm', '-o'],
  avif: ['avifenc', '-s', '10', 'a.png'],
  jxl: ['cjxl', '--container=0', 'a.ppm'],
};
const FORMATS: readonly EmbeddableFormat[] = ['jpeg', 'png', 'webp', 'avif', 'jxl'];
const pictures = new Map<EmbeddableFormat, Uint8Array>();

function picture(format: EmbeddableFormat): Uint8Array {
  const bytes = pictures.get(format);
  if (!bytes) throw new Error(`${MAKERS[format][0]} made no ${format}`);
  return bytes;
}

const canMake = (format: EmbeddableFormat) => hasProgram(MAKERS[format][0]);

beforeAll(() => {
  writeFileSync(
    path.join(folder, 'a.ppm'),
    concat([encodeLatin1('P6\n8 6\n255\n'), new Uint8Array(144).map((_, index) => index)]),
  );
  for (const format of FORMATS.filter(canMake)) {
    const [program, ...args] = MAKERS[format];
    const out = path.join(folder, `a.${format}`);
    execFileSync(program, [...args, out], { cwd: folder, stdio: 'ignore' });
    pictures.set(format, new Uint8Array(readFileSync(out)));
  }
});

describe('embedMetadata and extractMetadata', () => {
  it.for(FORMATS)('round-trips every part through %s', async (format, { skip }) => {
    skip(!canMake(format), 'no native encoder here');
    const written = await embedMetadata(picture(format), format, metadata, 150);
    const read = await extractMetadata(written, format);
    expect(read.exif).toEqual(metadata.exif);
    expect(read.xmp).toEqual(xmp);
    if (format !== 'jxl') expect(read.icc).toEqual(metadata.icc);
    expect(metadataLosses(picture(format), format, metadata)).toEqual(format === 'jxl' ? ['icc'] : []);
    expect(read.orientation).toBe(format === 'avif' || format === 'jxl' ? 1 : 6);
    expect(read.dpi).toBeCloseTo(format === 'jpeg' || format === 'png' ? 150 : 300, 1);
    expect(read.bitDepth).toBe(8);
    const again = await extractMetadata(await embedMetadata(written, format, { exif: exifBlock(3) }), format);
    expect(readExifFacts(again.exif ?? new Uint8Array()).orientation).toBe(format === 'avif' || format === 'jxl' ? 6 : 3);
  });

  it.for(FORMATS)('writes %s that an independent program can read', async (format, { skip }) => {
    skip(!canMake(format) || !hasProgram('exiftool'), 'no native encoder or no exiftool here');
    const file = path.join(folder, `embedded.${format}`);
    writeFileSync(file, await embedMetadata(picture(format), format, { ...metadata, icc: profile('RGB ', 400) }, 150));
    const tags = JSON.parse(execFileSync('exiftool', ['-j', '-n', '-G0', file], { encoding: 'utf8' }))[0];
    expect(tags['EXIF:Artist']).toBe('Hong Gildo');
    expect(tags['XMP:Format']).toBe('사진');
    if (format !== 'jxl') expect(tags['ICC_Profile:ColorSpaceData']).toBe('RGB ');
    expect(tags['Composite:ImageSize']).toBe('8 6');
    expect(tags['ExifTool:Error']).toBeUndefined();
  });

  it.skipIf(!canMake('avif') || !hasProgram('avifdec'))('keeps the image of an AVIF readable for a decoder', async () => {
    const file = path.join(folder, 'moved.avif');
    writeFileSync(file, await embedMetadata(picture('avif'), 'avif', metadata));
    execFileSync('avifdec', [path.join(folder, 'a.avif'), path.join(folder, 'before.y4m')], { stdio: 'ignore' });
    execFileSync('avifdec', [file, path.join(folder, 'after.y4m')], { stdio: 'ignore' });
    expect(readFileSync(path.join(folder, 'after.y4m'))).toEqual(readFileSync(path.join(folder, 'before.y4m')));
    const info = execFileSync('avifdec', ['--info', file], { encoding: 'utf8' });
    expect(info).toMatch(/ICC Profile\s*: Present \(70001 bytes\)/);
  });

  it.skipIf(!canMake('jpeg'))('reports and omits what a JPEG cannot hold', async () => {
    const large = { ...metadata, xmp: new Uint8Array(70_000).fill(32) };
    expect(metadataLosses(picture('jpeg'), 'jpeg', large)).toEqual(['xmp']);
    expect((await extractMetadata(await embedMetadata(picture('jpeg'), 'jpeg', large), 'jpeg')).xmp).toBeUndefined();
  });

  it.skipIf(!canMake('png'))('reads the hexadecimal profiles that older programs write to PNG', async () => {
    const png = picture('png');
    const hex = Buffer.from(concat([encodeLatin1('Exif\0\0'), exifBlock(8)])).toString('hex');
    const text = encodeLatin1(`Raw profile type exif\0\nexif\n${hex.length / 2}\n${hex}\n`);
    const chunk = concat([uint32BE(text.length), encodeLatin1('tEXt'), text, uint32BE(0)]);
    const read = await extractMetadata(concat([png.subarray(0, 33), chunk, png.subarray(33)]), 'png');
    expect(read).toMatchObject({ orientation: 8, dpi: 300 });
  });

  it('reads orientation, profile and a small Exif block from TIFF', async () => {
    const tiff = concat([exifBlock(5), new Uint8Array(16)]);
    const read = await extractMetadata(tiff, 'tiff');
    expect(read).toMatchObject({ orientation: 5, dpi: 300 });
    expect(readExifFacts(read.exif ?? new Uint8Array())).toEqual({ dpi: 300 });
    expect(Buffer.from(read.exif ?? []).toString('latin1')).toContain('Hong Gildo');
  });

  it('reads XMP and a profile from GIF', async () => {
    const icc = profile('RGB ', 200);
    const trailer = concat([Uint8Array.of(1), new Uint8Array(256).map((_, index) => 255 - index), Uint8Array.of(0)]);
    const gif = concat([
      encodeLatin1('GIF89a'),
      Uint8Array.of(1, 0, 1, 0, 0, 0, 0),
      Uint8Array.of(0x21, 0xff, 11),
      encodeLatin1('XMP DataXMP'),
      xmp,
      trailer,
      Uint8Array.of(0x21, 0xff, 11),
      encodeLatin1('ICCRGBG1012'),
      Uint8Array.of(200),
      icc,
      Uint8Array.of(0, 0x3b),
    ]);
    expect(await extractMetadata(gif, 'gif')).toEqual({ xmp, icc, orientation: 1, bitDepth: 8 });
  });
});

describe('hostile input', () => {
  it('never throws on truncated or scrambled files', async () => {
    let state = 12_345;
    const random = (limit: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state % limit;
    };
    for (const [format, original] of pictures) {
      const whole = await embedMetadata(original, format, { ...metadata, icc: profile('RGB ', 300) }, 72);
      for (let round = 0; round < 150; round += 1) {
        const damaged = whole.slice(0, round % 2 ? whole.length : random(whole.length));
        for (let hit = 0; hit < 12 && damaged.length > 0; hit += 1) damaged[random(Math.min(damaged.length, 900))] = random(256);
        for (const readAs of [format, 'tiff', 'gif', 'heic'] as const) {
          expect((await extractMetadata(damaged, readAs)).orientation).toBeGreaterThan(0);
        }
        readHeifFacts(damaged);
        readJxlHeader(damaged);
        if (format !== 'jpeg') expect((await embedMetadata(damaged, format, metadata)).length).toBeGreaterThanOrEqual(0);
      }
    }
  });

  it.each<ExtractableFormat>(['jpeg', 'png', 'webp', 'tiff', 'avif', 'heic', 'jxl', 'gif'])(
    'returns nothing for an empty %s',
    async (format) => {
      expect(await extractMetadata(new Uint8Array(), format)).toEqual({ orientation: 1 });
    },
  );

  it('stops at a directory that refers to itself and a profile that inflates endlessly', async () => {
    const loop = concat([
      encodeLatin1('II'),
      uint16BE(42).reverse(),
      uint32LE(8),
      uint16BE(1).reverse(),
      uint16BE(34_665).reverse(),
      uint16BE(4).reverse(),
      uint32LE(1),
      uint32LE(8),
      uint32LE(8),
    ]);
    expect((await extractMetadata(loop, 'tiff')).orientation).toBe(1);
    const stream = new Blob([new Uint8Array(40 * 1024 * 1024)]).stream().pipeThrough(new CompressionStream('deflate'));
    const bomb = new Uint8Array(await new Response(stream).arrayBuffer());
    const data = concat([encodeLatin1('x\0\0'), bomb]);
    const png = concat([encodeLatin1('\x89PNG\r\n\x1a\n'), uint32BE(data.length), encodeLatin1('iCCP'), data, uint32BE(0)]);
    expect(await extractMetadata(png, 'png')).toEqual({ orientation: 1 });
  });
});

describe('facts before decoding', () => {
  it.skipIf(!canMake('avif'))('reads size and depth of AVIF', () => {
    expect(readHeifDimensions(picture('avif'))).toEqual({ width: 8, height: 6 });
    expect(readHeifFacts(picture('avif'))).toMatchObject({ bitDepth: 8, sequenceLength: 0, orientation: 1, hasAlpha: false });
  });

  it.skipIf(!canMake('jxl'))('reads size and depth of JPEG XL', () => {
    expect(readJxlHeader(picture('jxl'))).toEqual({ width: 8, height: 6, bitDepth: 8, isAnimation: false, isSrgb: true });
  });

  it('resets orientation and changes nothing else', () => {
    const reset = resetOrientation(exifBlock(6));
    expect(reset).toEqual(exifBlock(1));
    expect(resetOrientation(encodeLatin1('garbage'))).toEqual(encodeLatin1('garbage'));
  });

  it('keeps only RGB profiles with RGB pixels', () => {
    expect(iccColourSpace(profile('CMYK', 200))).toBe('CMYK');
    expect(iccColourSpace(encodeLatin1('short'))).toBeUndefined();
    const upright = uprightMetadata({ icc: profile('GRAY', 200), exif: exifBlock(6), orientation: 6 });
    expect(upright).toEqual({ metadata: { exif: exifBlock(1) }, profileDropped: true });
  });
});
