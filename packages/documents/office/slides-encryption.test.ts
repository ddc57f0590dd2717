import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readStream } from './compound-file.ts';
import { openSlides } from './slides-encryption.ts';
import { rc4 } from './stream-cipher.ts';
import { compoundOf } from './test-compound-file.ts';

const { signal } = new AbortController();
const PASSWORD = '비밀 1';
const SEAL = 2;

const words = (...values: readonly number[]) => Buffer.from(Uint32Array.from(values).buffer);
const record = (type: number, body: Uint8Array, instance = 0) => {
  const header = Buffer.alloc(8);
  header.writeUInt16LE(instance << 4, 0);
  header.writeUInt16LE(type, 2);
  header.writeUInt32LE(body.length, 4);
  return Buffer.concat([header, body]);
};
const sha1 = (...parts: readonly Uint8Array[]) => createHash('sha1').update(Buffer.concat(parts)).digest();

/** A second implementation of [MS-OFFCRYPTO] 2.3.5. */
function keysFrom(salt: Uint8Array, password: string, bits: number) {
  const start = sha1(salt, Buffer.from(password, 'utf16le'));
  return (block: number) => {
    const hash = sha1(start, words(block));
    return bits === 40 ? Buffer.concat([hash.subarray(0, 5), Buffer.alloc(11)]) : hash.subarray(0, bits / 8);
  };
}

type Made = {
  readonly objects: readonly Buffer[];
  readonly pictures: readonly Buffer[][];
  readonly bits?: number;
  readonly password?: string;
};

/** A file with objects 1, 3, 4 … and images given field by field; also returns the plain content of each stream. */
function sealedSlides({ objects, pictures, bits = 128, password = PASSWORD }: Made) {
  const [salt, check] = [randomBytes(16), randomBytes(16)];
  const keyOf = keysFrom(salt, password, bits);
  const verifier = rc4(keyOf(0), Buffer.concat([check, sha1(check)]));
  const header = words(0x0c, 0, 0x6801, 0x8004, bits, 1, 0, 0);
  const info = Buffer.concat([
    Buffer.from([4, 0, 2, 0]),
    words(0x0c, header.length),
    header,
    words(16),
    salt,
    verifier.subarray(0, 16),
    words(20),
    verifier.subarray(16),
  ]);
  const [first = Buffer.alloc(0), ...rest] = objects;
  const all = [first, record(0x2f14, info), ...rest];
  const places: number[] = [];
  let at = 0;
  for (const { length } of all) {
    places.push(at);
    at += length;
  }
  const directory = record(0x1772, Buffer.concat([words((all.length << 20) | 1), words(...places)]));
  const edit = record(0x0ff5, words(256, 0x03000000, 0, at, 1, all.length + 1, 0, SEAL));
  const sealed = all.map((object, index) => (index + 1 === SEAL ? object : Buffer.from(rc4(keyOf(index + 1), object))));
  const user = record(0x0ff6, words(0x14, 0xf3d1c4df, at + directory.length, 0, 0));
  return {
    plain: { objects: Buffer.concat(objects), pictures: Buffer.concat(pictures.flat()) },
    sealAt: places[SEAL - 1] ?? 0,
    sealBytes: info.length + 8,
    file: compoundOf({
      'Current User': user,
      'PowerPoint Document': Buffer.concat([...sealed, directory, edit]),
      Pictures: Buffer.concat(pictures.flat().map((field) => Buffer.from(rc4(keyOf(0), field)))),
      EncryptedSummary: randomBytes(60),
    }),
  };
}

/** [MS-ODRAW]: header, identifiers, then a tag or metafile header, then the image. */
function pictureFields(type: number, instance: number, ...fields: readonly Buffer[]) {
  return [record(type, Buffer.concat(fields), instance).subarray(0, 8), ...fields];
}

const SLIDES = [record(0x03e8, randomBytes(700)), record(0x03ee, randomBytes(50)), record(0x03ee, Buffer.alloc(0))];
const PNG = pictureFields(0xf01e, 0x6e0, randomBytes(16), randomBytes(1), randomBytes(300));
const JPEG_TWICE = pictureFields(0xf01d, 0x46b, randomBytes(16), randomBytes(16), randomBytes(1), randomBytes(90));
const METAFILE = pictureFields(0xf01a, 0x3d4, randomBytes(16), randomBytes(34), randomBytes(10));

function textOf(file: Uint8Array<ArrayBuffer>, name: string) {
  const stream = readStream(file, name);
  if (!stream) throw new Error(`no ${name}`);
  return Buffer.from(stream);
}

describe('RC4', () => {
  it.each([
    ['Key', 'Plaintext', 'bbf316e8d940af0ad3'],
    ['Wiki', 'pedia', '1021bf0420'],
    ['Secret', 'Attack at dawn', '45a01f645fc35b383552544b9bf5'],
  ])('encrypts the known test vector %s', (key, text, sealed) => {
    expect(Buffer.from(rc4(Buffer.from(key), Buffer.from(text))).toString('hex')).toBe(sealed);
  });
});

describe('encrypted slides', () => {
  it.each([128, 56, 40])('decrypt to the original bytes, images included, with a key of %i bits', async (bits) => {
    const made = sealedSlides({ objects: SLIDES, pictures: [PNG, JPEG_TWICE, METAFILE], bits });
    const opened = await openSlides(made.file, PASSWORD, signal);
    const slides = textOf(opened, 'PowerPoint Document');
    const objects = Buffer.concat([slides.subarray(0, made.sealAt), slides.subarray(made.sealAt + made.sealBytes)]);
    expect(objects.subarray(0, made.plain.objects.length).equals(made.plain.objects)).toBe(true);
    expect(textOf(opened, 'Pictures').equals(made.plain.pictures)).toBe(true);
    expect(textOf(opened, 'Current User').readUInt32LE(12)).toBe(0xe391c05f);
    expect(readStream(opened, 'EncryptedSummary')).toBeUndefined();
    expect(await openSlides(opened, '', signal)).toBe(opened);
  });

  it('report a missing or wrong password', async () => {
    const { file } = sealedSlides({ objects: SLIDES, pictures: [] });
    const before = file.slice();
    await expect(openSlides(file, '', signal)).rejects.toMatchObject({ code: 'encrypted' });
    await expect(openSlides(file, '비밀 2', signal)).rejects.toMatchObject({ code: 'wrong-password' });
    expect(Buffer.from(file).equals(before)).toBe(true);
  });

  it('with the default password open without one', async () => {
    const { file, plain } = sealedSlides({ objects: SLIDES, pictures: [PNG], password: '/01Hannes Ruescher/01' });
    expect(textOf(await openSlides(file, '', signal), 'Pictures').equals(plain.pictures)).toBe(true);
  });

  it('are corrupt if an offset points outside the file', async () => {
    const { file } = sealedSlides({ objects: SLIDES, pictures: [] });
    const user = textOf(file, 'Current User');
    const at = Buffer.from(file).indexOf(user);
    for (const place of [0, 5, 4000, 0x7fffffff]) {
      const damaged = file.slice();
      new DataView(damaged.buffer).setUint32(at + 16, place, true);
      await expect(openSlides(damaged, PASSWORD, signal)).rejects.toMatchObject({ code: 'corrupt' });
    }
  });

  it('leave other files unchanged', async () => {
    const open = new Uint8Array(await readFile(path.resolve(import.meta.dirname, '../../../tests/fixtures/documents/doc.doc')));
    expect(await openSlides(open, 'x', signal)).toBe(open);
  });
});
