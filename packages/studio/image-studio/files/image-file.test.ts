import { drawPicture } from '@bakkum/image-provider-fake/image';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodeImage } from '../decoding/decode-image.ts';
import { downloadOf, maskToEdit, pictureToEdit, prepareImportedImage, prepareStoredImage, thumbnail } from './image-file.ts';

const drawn = drawPicture(3, { width: 320, height: 256 });
const size = { width: 256, height: 256 };
const xmp = async (bytes: Uint8Array): Promise<string> => (await sharp(bytes).metadata()).xmp?.toString('utf8') ?? '';

describe('a stored image', () => {
  it('has the bought size and is marked as AI', async () => {
    const kept = await prepareStoredImage(drawn, size, 'ai');
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 });
    expect(await xmp(kept)).toContain('digitalsourcetype/trainedAlgorithmicMedia');
    expect(await xmp(await prepareStoredImage(drawn, size, 'design'))).toContain('digitalsourcetype/algorithmicMedia');
  });

  it('is the same file for the same image', async () => {
    expect(await prepareStoredImage(drawn, size, 'ai')).toEqual(await prepareStoredImage(drawn, size, 'ai'));
  });

  it('contains nothing else that the service wrote into it', async () => {
    const talkative = await sharp(drawn)
      .withExif({ IFD0: { ImageDescription: 'the secret prompt' } })
      .jpeg()
      .toBuffer();
    const kept = Buffer.from(await prepareStoredImage(talkative, size, 'ai'));
    expect(kept.includes('the secret prompt')).toBe(false);
  });

  it('is never enlarged', async () => {
    const larger = { width: 321, height: 256 };
    await expect(prepareStoredImage(drawn, larger, 'ai')).rejects.toMatchObject({ code: 'bad-answer' });
  });

  it.each([
    ['half an image', drawn.subarray(0, drawn.byteLength / 2)],
    ['a web page', new TextEncoder().encode('<h1>hello</h1>')],
    ['nothing', new Uint8Array()],
    ['a vector drawing', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ])('is not %s', async (_, bytes) => {
    await expect(prepareStoredImage(bytes, size, 'ai')).rejects.toMatchObject({ code: 'bad-answer' });
  });
});

describe('a download', () => {
  const recipe = '눈 속의 여우 <b>\nSteps: 30';

  it.each(['png', 'jpeg', 'webp'] as const)('%s keeps the mark and, on request, the recipe in any script', async (format) => {
    const kept = await prepareStoredImage(drawn, size, 'ai');
    const clean = await downloadOf(kept, format, 'ai');
    const told = await downloadOf(kept, format, 'ai', recipe);
    expect((await sharp(clean).metadata()).format).toBe(format);
    expect(await xmp(clean)).toContain('trainedAlgorithmicMedia');
    expect(await xmp(told)).toContain('trainedAlgorithmicMedia');
    expect(Buffer.from(clean).includes('여우')).toBe(false);
    expect(Buffer.from(told).includes('눈 속의 여우')).toBe(true);
    await expect(sharp(told, { failOn: 'warning' }).stats()).resolves.toBeDefined();
  });

  it('has a thumbnail', async () => {
    const small = await thumbnail(
      await prepareStoredImage(drawPicture(7, { width: 1024, height: 768 }), { width: 1024, height: 768 }, 'ai'),
    );
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 512, height: 384 });
  });
});

it('gives a service the image and the mask in every form', async () => {
  const white = await sharp({ create: { width: 8, height: 16, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer();
  const half = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#000000' } })
    .composite([{ input: white, left: 0, top: 0 }])
    .png()
    .toBuffer();
  const { light, clear, whiteOnBlack, blackOnWhite } = await maskToEdit(
    decodeImage,
    half,
    { width: 64, height: 64 },
    { width: 32, height: 32 },
  );
  const lightAt = await sharp(light).extractChannel(0).raw().toBuffer();
  const alphaAt = await sharp(clear).extractChannel('alpha').raw().toBuffer();
  expect([lightAt[0], lightAt[31], alphaAt[0], alphaAt[31]]).toEqual([255, 0, 0, 255]);
  const [whiteAt, blackAt] = await Promise.all(
    [whiteOnBlack, blackOnWhite].map((png) => sharp(png).extractChannel(0).raw().toBuffer()),
  );
  expect([whiteAt?.[0], whiteAt?.[31], blackAt?.[0], blackAt?.[31]]).toEqual([255, 0, 0, 255]);
  // The edge between the halves is blurred by enlargement, but not in these forms.
  expect(new Set([...(whiteAt ?? []), ...(blackAt ?? [])])).toEqual(new Set([0, 255]));
  expect(await sharp(await pictureToEdit(drawn, { width: 64, height: 64 })).metadata()).toMatchObject({ width: 64, height: 64 });
  await expect(maskToEdit(decodeImage, new Uint8Array([1, 2]), size, size)).rejects.toMatchObject({ code: 'invalid' });
});

it('gives a service a JPEG when the PNG has too many bytes', async () => {
  const there = await pictureToEdit(drawn, size);
  expect(await pictureToEdit(drawn, size, there.byteLength + 1)).toEqual(there);
  expect(await sharp(await pictureToEdit(drawn, size, there.byteLength)).metadata()).toMatchObject({ format: 'jpeg', ...size });
});

describe('an image with an aspect ratio the service does not support', () => {
  /** A blue field with a red mark in its upper left corner. */
  const field = async (width: number, height: number): Promise<Uint8Array<ArrayBuffer>> => {
    const red = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer();
    const blue = sharp({ create: { width, height, channels: 3, background: '#0000ff' } });
    return new Uint8Array(
      await blue
        .composite([{ input: red, left: 0, top: 0 }])
        .png()
        .toBuffer(),
    );
  };

  it('loses nothing in the round trip', async () => {
    const there = await pictureToEdit(await field(192, 108), { width: 192, height: 128 });
    expect(await sharp(there).metadata()).toMatchObject({ width: 192, height: 128 });
    const back = await sharp(await prepareStoredImage(there, { width: 192, height: 108 }, 'ai'))
      .raw()
      .toBuffer();
    // The mark has its position and size: its corner is red, beside and below it is blue.
    const at = (x: number, y: number): readonly number[] => [...back.subarray((y * 192 + x) * 3, (y * 192 + x) * 3 + 3)];
    expect([at(2, 2), at(17, 17), at(23, 2), at(2, 23)]).toEqual([
      [255, 0, 0],
      [255, 0, 0],
      [0, 0, 255],
      [0, 0, 255],
    ]);
  });

  it("has its mask at the image's position", async () => {
    const painted = await sharp({ create: { width: 96, height: 54, channels: 3, background: '#ffffff' } })
      .png()
      .toBuffer();
    const { light } = await maskToEdit(decodeImage, painted, { width: 192, height: 108 }, { width: 192, height: 128 });
    const rows = await sharp(light).extractChannel(0).raw().toBuffer();
    expect([5, 64, 122].map((y) => rows[y * 192 + 96])).toEqual([0, 255, 0]);
  });
});

describe('an imported image', () => {
  const photo = (width: number, height: number) => sharp(drawPicture(3, { width, height }));
  const bytes = async (picture: Sharp): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await picture.toBuffer());
  const halfOf = (file: Uint8Array<ArrayBuffer>) => file.slice(0, file.byteLength / 2);
  const taken = async (file: Uint8Array<ArrayBuffer>) => {
    const looked = await prepareImportedImage(decodeImage, file);
    if (typeof looked === 'string') throw new Error(`not taken: ${looked}`);
    return looked;
  };

  it.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'is stored from %s without location, camera and text',
    async (format) => {
      const file = await bytes(
        photo(320, 200)
          .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '37/1 33/1 0/1', GPSLatitudeRef: 'N' } })
          .toFormat(format),
      );
      const { picture, size: kept, source } = await taken(file);
      expect([kept, source]).toEqual([{ width: 320, height: 200 }, undefined]);
      const facts = await sharp(picture).metadata();
      expect(facts).toMatchObject({ format: 'png', width: 320, height: 200, space: 'srgb' });
      expect([facts.exif, facts.xmp, facts.icc, facts.orientation]).toEqual([undefined, undefined, undefined, undefined]);
      expect(Buffer.from(picture).includes('SecretCamera')).toBe(false);
    },
  );

  it('is upright and at most the maximum stored size', async () => {
    const { size: kept } = await taken(await bytes(photo(3000, 2000).jpeg().withMetadata({ orientation: 6 })));
    expect(kept).toEqual({ width: 1365, height: 2048 });
  });

  it('keeps its AI mark in every format', async () => {
    for (const [source, format] of [
      ['ai', 'jpeg'],
      ['edited', 'webp'],
      ['design', 'png'],
    ] as const) {
      const made = await downloadOf(await prepareStoredImage(drawn, size, source), format, source);
      const { picture, source: told } = await taken(made);
      expect([told, await xmp(picture)]).toEqual([source, await xmp(await prepareStoredImage(drawn, size, source))]);
    }
  });

  it('gets no AI mark in any format if it had none', async () => {
    const { picture } = await taken(await bytes(photo(320, 200).jpeg()));
    for (const format of ['png', 'jpeg', 'webp'] as const)
      expect(await xmp(await downloadOf(picture, format, undefined))).toBe('');
  });

  it.each([
    ['half a photo', async () => halfOf(await bytes(photo(640, 480).jpeg())), 'unreadable'],
    ['a web page', async () => new TextEncoder().encode('<h1>hello</h1>'), 'unreadable'],
    ['nothing', async () => new Uint8Array(), 'unreadable'],
    [
      'a vector drawing',
      async () => new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>'),
      'unreadable',
    ],
    ['a scan in a rare format', () => bytes(photo(320, 200).tiff()), 'unreadable'],
    ['an icon', () => bytes(photo(63, 100).png()), 'too-small'],
    ['a panorama', () => bytes(photo(700, 200).png()), 'too-narrow'],
    [
      'a decompression bomb',
      async () => await bytes(sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#000' } }).png()),
      'too-large',
    ],
  ] as const)('is not %s', async (_, file, fault) => {
    expect(await prepareImportedImage(decodeImage, await file())).toBe(fault);
  });
});
