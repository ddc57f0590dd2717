import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FORMATS as ARCHIVE } from './archive.ts';
import { FORMATS as AUDIO } from './audio.ts';
import { FORMATS as DATA } from './data.ts';
import { detectFormat, HEAD_BYTES, readHead, TAIL_BYTES } from './detect.ts';
import { FORMATS as DOCUMENT } from './document.ts';
import { FORMATS as EBOOK } from './ebook.ts';
import { FORMATS as IMAGE } from './image.ts';
import { FORMATS as MODEL } from './model3d.ts';
import { FORMATS as PRESENTATION } from './presentation.ts';
import { FORMATS as PROGRAM } from './program.ts';
import { FORMATS as SPREADSHEET } from './spreadsheet.ts';
import { FORMATS as SUBTITLE } from './subtitle.ts';
import { FORMATS as VECTOR } from './vector.ts';
import { FORMATS as VIDEO } from './video.ts';

const FORMATS = [
  ...ARCHIVE,
  ...AUDIO,
  ...DATA,
  ...DOCUMENT,
  ...EBOOK,
  ...IMAGE,
  ...MODEL,
  ...PRESENTATION,
  ...PROGRAM,
  ...SPREADSHEET,
  ...SUBTITLE,
  ...VECTOR,
  ...VIDEO,
];
const text = new TextEncoder();

function detect(content: Uint8Array | string, name?: string) {
  const bytes = typeof content === 'string' ? text.encode(content) : content;
  const found = detectFormat(
    { head: bytes.subarray(0, HEAD_BYTES), tail: bytes.subarray(-TAIL_BYTES), size: bytes.length, ...(name ? { name } : {}) },
    FORMATS,
  );
  return [found.format?.id, found.by, found.claimed?.id, found.encrypted];
}

function bytes(...parts: readonly (string | number | readonly number[] | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string'
        ? [...part].map((character) => character.charCodeAt(0))
        : typeof part === 'number'
          ? [part]
          : [...part],
    ),
  );
}

const be32 = (value: number): number[] => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const le16 = (value: number): number[] => [value & 255, value >>> 8];
const le32 = (value: number): number[] => [...le16(value & 0xffff), ...le16(value >>> 16)];
const ftyp = (major: string, ...compatible: string[]): Uint8Array =>
  bytes(be32(16 + compatible.length * 4), 'ftyp', major, be32(0), compatible.join(''));
const PNG = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10];
const chunk = (type: string, length: number): Uint8Array => bytes(be32(length), type, new Uint8Array(length + 4));

type ZipMember = { name: string; content?: string; flags?: number; deflated?: boolean; method?: number };

function zip(members: readonly ZipMember[]): Uint8Array {
  return bytes(
    ...members.flatMap(({ name, content = '', flags = 0, deflated = false, method = deflated ? 8 : 0 }) => {
      const data = deflated ? deflateRawSync(content) : text.encode(content);
      return [
        'PK',
        3,
        4,
        le16(20),
        le16(flags),
        le16(method),
        le32(0),
        le32(0),
        le32(data.length),
        le32(content.length),
        le16(name.length),
        le16(0),
        name,
        data,
      ];
    }),
  );
}

/** A little-endian TIFF with one directory of short and ASCII entries. */
function tiff(entries: readonly { tag: number; value: number | string }[]): Uint8Array {
  const dataStart = 8 + 2 + entries.length * 12 + 4;
  let data = '';
  const directory = entries.flatMap(({ tag, value }) => {
    if (typeof value === 'number') return [...le16(tag), ...le16(3), ...le32(1), ...le32(value)];
    const offset = dataStart + data.length;
    data += `${value}\0`;
    return [...le16(tag), ...le16(2), ...le32(value.length + 1), ...le32(offset)];
  });
  return bytes('II', le16(42), le32(8), le16(entries.length), directory, le32(0), data);
}

describe('MPEG-4 audio detection', () => {
  it.each([
    ['m4a', 'M4A ', 'song.m4a'],
    ['m4a', 'M4A ', undefined],
    ['m4b', 'M4A ', 'book.m4b'],
    ['m4b', 'M4B ', undefined],
    ['m4b', 'isom', 'book.m4b'],
    ['m4r', 'M4A ', 'ring.m4r'],
    ['mp4', 'isom', undefined],
  ])('finds %s by the brand %j and the name %s', (format, brand, name) => {
    expect(detect(ftyp(brand), name)).toEqual([format, 'content', undefined, undefined]);
  });
});

describe('image detection', () => {
  it.each([
    ['heic', ftyp('heic', 'mif1', 'heic')],
    ['heic', ftyp('mif1', 'mif1', 'heic')],
    ['avif', ftyp('avif', 'mif1', 'miaf')],
    ['avif', ftyp('avis', 'avif', 'msf1')],
    ['avif', ftyp('mif1', 'avif', 'miaf')],
    ['cr3', ftyp('crx ', 'isom')],
    ['mp4', ftyp('isom', 'mp41')],
    ['mov', ftyp('qt  ', 'qt  ')],
    ['3gp', ftyp('3gp5', 'isom')],
    ['png', bytes(PNG, chunk('IHDR', 13), chunk('IDAT', 5), chunk('acTL', 8))],
    ['apng', bytes(PNG, chunk('IHDR', 13), chunk('acTL', 8), chunk('IDAT', 5))],
    ['webp', bytes('RIFF', le32(30), 'WEBPVP8 ')],
    ['avi', bytes('RIFF', le32(30), 'AVI LIST')],
    ['tiff', tiff([{ tag: 256, value: 10 }])],
    [
      'tiff',
      tiff([
        { tag: 271, value: 'NIKON CORPORATION' },
        { tag: 262, value: 2 },
      ]),
    ],
    [
      'nef',
      tiff([
        { tag: 254, value: 1 },
        { tag: 271, value: 'NIKON CORPORATION' },
        { tag: 330, value: 90 },
      ]),
    ],
    [
      'arw',
      tiff([
        { tag: 254, value: 1 },
        { tag: 271, value: 'SONY' },
        { tag: 330, value: 90 },
      ]),
    ],
    [
      'dng',
      tiff([
        { tag: 271, value: 'NIKON CORPORATION' },
        { tag: 50706, value: 1 },
      ]),
    ],
    ['cr2', bytes('II', le16(42), le32(16), 'CR', 2, 0, new Uint8Array(20))],
    ['jp2', bytes([0, 0, 0, 12], 'jP  ', [13, 10, 0x87, 10], be32(20), 'ftypjp2 ')],
    ['jpm', bytes([0, 0, 0, 12], 'jP  ', [13, 10, 0x87, 10], be32(20), 'ftypjpm ')],
    [
      'svg',
      '\uFEFF<?xml version="1.0"?>\n<!-- a > b -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x" [ <!ENTITY ns "y"> ]>\n<svg xmlns="http://www.w3.org/2000/svg"/>',
    ],
    ['svg', '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>'],
    ['ppm', 'P3\n# made by hand\n2 2\n255\n'],
    ['xbm', '#define image_width 16\n#define image_height 16\nstatic char image_bits[] = {'],
  ])('detects %s by content alone', (id, content) => {
    expect(detect(content)).toEqual([id, 'content', undefined, undefined]);
  });

  it('prefers content to a wrong extension, and reports the format the name claims', () => {
    expect(detect(bytes(PNG, chunk('IHDR', 13)), 'photo.jpg')).toEqual(['png', 'content', 'jpeg', undefined]);
    expect(detect('<svg xmlns="http://www.w3.org/2000/svg"/>', 'drawing.txt')).toEqual(['svg', 'content', 'txt', undefined]);
  });

  it('uses the name to choose among formats that match the content', () => {
    expect(detect(bytes([0xff, 0xd8, 0xff, 0xe0]), 'stereo.jps')).toEqual(['jps', 'content', undefined, undefined]);
    expect(
      detect(
        tiff([
          { tag: 254, value: 1 },
          { tag: 271, value: 'NIKON' },
          { tag: 330, value: 90 },
        ]),
        'a.nrw',
      )[0],
    ).toBe('nrw');
    expect(detect(gzipSync('<svg/>'), 'a.svgz')).toEqual(['svgz', 'content', undefined, undefined]);
    expect(detect(gzipSync('<svg/>'), 'a.svg.gz')[0]).toBe('svgz');
    expect(detect(gzipSync('<svg/>'))[0]).toBe('gz');
  });

  it('detects what packs a .tlz file', () => {
    const lzma = bytes(0x5e, 0, 0, 0x80, 0, new Uint8Array(8).fill(0xff), new Uint8Array(32));
    const sized = bytes(0x5d, 0, 0, 0x80, 0, le32(70_000), le32(0), new Uint8Array(32));
    for (const content of [lzma, sized]) {
      expect(detect(content, 'a.tlz')).toEqual(['tlzma', 'content', undefined, undefined]);
      expect(detect(content, 'a.lzma')).toEqual(['lzma', 'content', undefined, undefined]);
    }
    expect(detect(bytes('LZIP', 1, new Uint8Array(32)), 'a.tlz')).toEqual(['tlz', 'content', undefined, undefined]);
  });

  it('detects headerless formats only by their extension', () => {
    expect(detect(new Uint8Array(64), 'picture.wbmp')).toEqual(['wbmp', 'extension', undefined, undefined]);
    expect(detect(new Uint8Array(64), 'PICTURE.TGA')).toEqual(['tga', 'extension', undefined, undefined]);
    expect(detect(bytes(new Uint8Array(64), 'TRUEVISION-XFILE.', 0))).toEqual(['tga', 'content', undefined, undefined]);
    expect(detect(new Uint8Array(64), 'unknown.qqq')).toEqual([undefined, 'none', undefined, undefined]);
  });
});

describe('detection of other formats', () => {
  it.each([
    ['docx', zip([{ name: '[Content_Types].xml', content: 'x' }, { name: 'word/document.xml' }])],
    ['xlsx', zip([{ name: '[Content_Types].xml', deflated: true, content: 'xxxx' }, { name: 'xl/workbook.xml' }])],
    ['pptx', zip([{ name: 'ppt/presentation.xml' }])],
    ['odt', zip([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' }])],
    ['ods', zip([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' }, { name: 'content.xml' }])],
    ['epub', zip([{ name: 'mimetype', content: 'application/epub+zip' }, { name: 'META-INF/container.xml' }])],
    ['epub', zip([{ name: 'A.epub/mimetype' }, { name: 'A.epub/META-INF/container.xml' }, { name: '__MACOSX/A.epub/._x' }])],
    ['zip', zip([{ name: 'A.epub/META-INF/container.xml' }, { name: 'B.epub/META-INF/container.xml' }])],
    ['hwpx', zip([{ name: 'mimetype', content: 'application/hwp+zip' }])],
    ['hml', '<?xml version="1.0" encoding="UTF-8" standalone="no" ?><HWPML Style="embed" Version="2.9"><HEAD/></HWPML>'],
    ['hwp', bytes('HWP Document File V3.00 ', [0x1a, 1, 2, 3, 4, 5])],
    ['apk', zip([{ name: 'AndroidManifest.xml' }, { name: 'classes.dex' }])],
    ['jar', zip([{ name: 'META-INF/MANIFEST.MF' }, { name: 'Main.class' }])],
    ['zip', zip([{ name: 'photo.jpg', content: 'x' }])],
    ['rar', bytes('Rar!', [0x1a, 7, 1, 0])],
    ['7z', bytes('7z', [0xbc, 0xaf, 0x27, 0x1c])],
    ['exe', bytes('MZ', new Uint8Array(58), le32(64), 'PE', 0, 0)],
    ['elf', bytes(0x7f, 'ELF', 2)],
    ['pdf', '%PDF-1.7\n'],
    ['eps', '%!PS-Adobe-3.0 EPSF-3.0\n'],
    ['ps', '%!PS-Adobe-3.0\n'],
    ['html', '<!DOCTYPE html><html lang="ko">'],
    ['rtf', '{\\rtf1\\ansi'],
    ['srt', '1\n00:00:01,000 --> 00:00:02,000\nHi\n'],
    ['kml', '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2">'],
    ['txt', '안녕하세요\n'],
  ])('detects %s by content alone', (id, content) => {
    expect(detect(content)).toEqual([id, 'content', undefined, undefined]);
  });

  it.each([
    ['key', 'a.key', [{ name: 'Data/photo-1.jpeg' }, { name: 'Index/Document.iwa' }]],
    ['key', 'a.key', [{ name: 'Index.zip' }]],
    ['key-2009', 'a.key', [{ name: 'photo.jpeg' }, { name: 'index.apxl.gz' }]],
    ['pages', 'a.pages', [{ name: 'Index/Document.iwa' }]],
    ['pages-2009', 'a.pages', [{ name: 'QuickLook/Thumbnail.jpg' }, { name: 'index.xml' }]],
    ['pages', 'a.pages', [{ name: 'photo.jpeg' }]],
  ])('tells apart the versions of iWork: %s', (id, name, members) => {
    expect(detect(zip(members), name)).toEqual([id, 'content', undefined, undefined]);
  });

  it('finds the members that tell the versions of iWork apart in the directory at the end', () => {
    const entry = (name: string) => bytes('PK', 1, 2, new Uint8Array(24), le16(name.length), new Uint8Array(16), name);
    const old = bytes(zip([{ name: 'a.mov', content: 'x'.repeat(HEAD_BYTES) }]), entry('a.mov'), entry('index.apxl'));
    expect(detect(old, 'a.key')).toEqual(['key-2009', 'content', undefined, undefined]);
  });

  it('reports the encryption of iWork documents', () => {
    const later = zip([{ name: 'Index/Document.iwa' }, { name: '.iwpv2' }]);
    expect(detect(later, 'a.numbers')).toEqual(['numbers', 'content', undefined, true]);
    const old = zip([{ name: 'index.xml', method: 0x636c }]);
    expect(detect(old, 'a.pages')).toEqual(['pages-2009', 'content', undefined, true]);
  });

  it('reports visible encryption', () => {
    const protectedZip = zip([
      { name: 'open.txt', content: 'x' },
      { name: 'secret.txt', content: 'y', flags: 1 },
    ]);
    expect(detect(protectedZip, 'a.zip')).toEqual(['zip', 'content', undefined, true]);
    const compound = bytes(
      [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
      new Uint8Array(504),
      [...'EncryptedPackage'].join('\0'),
      0,
      0,
      0,
    );
    expect(detect(compound, 'plan.docx')).toEqual(['docx', 'content', undefined, true]);
    const message = bytes(compound, [...'__properties_version1.0'].join('\0'), 0, 0, 0);
    expect(detect(message, 'a.msg')).toEqual(['msg', 'content', undefined, undefined]);
    expect(detect('%PDF-1.6\n1 0 obj\n<<>>\nendobj\ntrailer << /Encrypt 2 0 R >>\n', 'a.pdf')).toEqual([
      'pdf',
      'content',
      undefined,
      true,
    ]);
  });

  it('names a compressed archive by both of its extensions', () => {
    expect(detect(gzipSync('x'), 'backup.2024.tar.gz')[0]).toBe('tgz');
    expect(detect('a,b\n1,2\n', 'table.csv')).toEqual(['csv', 'extension', undefined, undefined]);
  });
});

describe('readHead', () => {
  it('reads the first 64 KiB and the last KiB', async () => {
    const file = new Blob([new Uint8Array(100_000).fill(1), new Uint8Array([7])]);
    const { head, tail, size } = await readHead(file);
    expect([head.length, tail.length, size, tail.at(-1)]).toEqual([HEAD_BYTES, TAIL_BYTES, 100_001, 7]);
  });
});

describe('detection of models, maps and colour tables', () => {
  it('distinguishes building models from other STEP files', () => {
    const step = (schema: string): string => `ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('${schema}'));\nENDSEC;\n`;
    expect(detect(step('IFC4'), 'house.ifc')).toEqual(['ifc', 'content', undefined, undefined]);
    expect(detect(step('AUTOMOTIVE_DESIGN'), 'part.stp')).toEqual(['step', 'content', undefined, undefined]);
  });

  it('distinguishes point clouds from Photo CD', () => {
    const cloud = '# .PCD v0.7\nVERSION 0.7\nFIELDS x y z\nSIZE 4 4 4\n';
    expect(detect(cloud, 'scan.pcd')).toEqual(['point-cloud', 'content', undefined, undefined]);
  });

  it('detects zipped shapefiles', () => {
    const shapes = zip([{ name: 'town.dbf' }, { name: 'town.shp' }]);
    expect(detect(shapes, 'town.zip')[0]).toBe('shp');
    expect(detect(zip([{ name: 'town.txt' }]), 'town.zip')[0]).toBe('zip');
  });

  it('detects receiver logs by their first sentence', () => {
    expect(detect('$GPGGA,013000.000,3733.99,N', 'ride.log')[0]).toBe('nmea');
    expect(detect('$GREETING,hello', 'ride.log')[0]).not.toBe('nmea');
  });

  it('detects colour tables by their first line', () => {
    expect(detect('GIMP Palette\nName: x\n', 'a.txt')[0]).toBe('gpl');
    expect(detect('JASC-PAL\r\n0100\r\n', 'a.pal')[0]).toBe('pal');
  });

  it('detects compressed scans', () => {
    expect(detect(gzipSync('x'), 'brain.nii.gz')[0]).toBe('nifti');
    expect(detect(gzipSync('x'), 'brain.gz')[0]).toBe('gz');
  });

  it('distinguishes game and tool models from namesakes', () => {
    expect(detect('IDPC\x02\0\0\0', 'spider.mdc')[0]).toBe('mdc-model');
    expect(detect('<?xml version="1.0"?><WORLD><MESH ID="0"/></WORLD>', 'a.xgl')[0]).toBe('xgl');
    expect(detect(bytes(0x78, 0xda, 0, 0), 'a.zgl')[0]).toBe('xgl');
    expect(detect('// made by hand\nMetric (key = "up") {string {"z"}}', 'a.ogex')[0]).toBe('ogex');
    expect(detect('<mesh><submeshes><submesh/></submeshes></mesh>', 'a.mesh.xml')[0]).toBe('ogre-mesh');
    expect(detect('<mesh><other/></mesh>', 'a.xml')[0]).not.toBe('ogre-mesh');
    expect(detect('$comments\n$order\nHEAD\n', 'a.csm')[0]).toBe('csm');
    expect(detect('MD5Version 10\nnumJoints 1\njoints {\n', 'a.md5mesh')[0]).toBe('md5mesh');
  });

  it('detects small image formats by their headers', () => {
    expect(detect(bytes(0xff, 0xff, 0, 64, 0, 48, 0, 1, 0, 0xff, 0xff, 0xff, 0xff), 'a.gd')[0]).toBe('gd');
    expect(detect(bytes('gd2\0', 0, 2, 0, 4, 0, 4, 0, 4, 0, 3, 0, 1, 0, 1))[0]).toBe('gd');
    expect(detect(bytes(0xff, 0xfe, ...[...'words in UTF-16'].flatMap((sign) => [sign.charCodeAt(0), 0])), 'a.txt')[0]).not.toBe(
      'gd',
    );
    expect(detect('Image type: RGB image\r\n', 'a.im')[0]).toBe('ifunc-im');
    expect(detect(bytes(1, 2, 3, 4), 'a.rgba')[0]).toBe('rgba-raw');
    expect(detect(bytes(0x01, 0xda, 1, 1, 0, 3, 0, 64, 0, 48, 0, 3), 'a.rgba')[0]).toBe('sgi');
  });
});
