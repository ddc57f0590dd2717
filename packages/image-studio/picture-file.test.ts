import { drawPicture } from '@bakkum/image-stand-in/picture';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { downloadOf, keptPicture, maskToEdit, pictureToEdit, thumbnail } from './picture-file.ts';

const drawn = drawPicture(3, { width: 320, height: 256 });
const size = { width: 256, height: 256 };
const xmp = async (bytes: Uint8Array): Promise<string> => (await sharp(bytes).metadata()).xmp?.toString('utf8') ?? '';

describe('what is kept', () => {
  it('has the size that was bought and says that a model made it', async () => {
    const kept = await keptPicture(drawn, size, 'ai');
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 });
    expect(await xmp(kept)).toContain('digitalsourcetype/trainedAlgorithmicMedia');
    expect(await xmp(await keptPicture(drawn, size, 'sketch'))).toContain('digitalsourcetype/algorithmicMedia');
  });

  it('is the same file for the same picture', async () => {
    expect(await keptPicture(drawn, size, 'ai')).toEqual(await keptPicture(drawn, size, 'ai'));
  });

  it('carries nothing else a service wrote into it', async () => {
    const talkative = await sharp(drawn)
      .withExif({ IFD0: { ImageDescription: 'the secret prompt' } })
      .jpeg()
      .toBuffer();
    const kept = Buffer.from(await keptPicture(talkative, size, 'ai'));
    expect(kept.includes('the secret prompt')).toBe(false);
  });

  it.each([
    ['half a picture', drawn.subarray(0, drawn.byteLength / 2)],
    ['a web page', new TextEncoder().encode('<h1>hello</h1>')],
    ['nothing', new Uint8Array()],
    ['a drawing of vectors', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ])('is not %s', async (_, bytes) => {
    await expect(keptPicture(bytes, size, 'ai')).rejects.toMatchObject({ code: 'bad-answer' });
  });
});

describe('a download', () => {
  const recipe = '눈 속의 여우 <b>\nSteps: 30';

  it.each(['png', 'jpeg', 'webp'] as const)('%s keeps the mark, and the recipe in any script if wished', async (format) => {
    const kept = await keptPicture(drawn, size, 'ai');
    const clean = await downloadOf(kept, format, 'ai');
    const told = await downloadOf(kept, format, 'ai', recipe);
    expect((await sharp(clean).metadata()).format).toBe(format);
    expect(await xmp(clean)).toContain('trainedAlgorithmicMedia');
    expect(await xmp(told)).toContain('trainedAlgorithmicMedia');
    expect(Buffer.from(clean).includes('여우')).toBe(false);
    expect(Buffer.from(told).includes('눈 속의 여우')).toBe(true);
    await expect(sharp(told, { failOn: 'warning' }).stats()).resolves.toBeDefined();
  });

  it('has a small twin', async () => {
    const small = await thumbnail(await keptPicture(drawn, { width: 1024, height: 768 }, 'ai'));
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 512, height: 384 });
  });
});

it('gives a service the picture and the mask in both forms', async () => {
  const white = await sharp({ create: { width: 8, height: 16, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer();
  const half = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#000000' } })
    .composite([{ input: white, left: 0, top: 0 }])
    .png()
    .toBuffer();
  const { light, clear } = await maskToEdit(half, { width: 32, height: 32 });
  const lightAt = await sharp(light).extractChannel(0).raw().toBuffer();
  const alphaAt = await sharp(clear).extractChannel('alpha').raw().toBuffer();
  expect([lightAt[0], lightAt[31], alphaAt[0], alphaAt[31]]).toEqual([255, 0, 0, 255]);
  expect(await sharp(await pictureToEdit(drawn, { width: 64, height: 64 })).metadata()).toMatchObject({ width: 64, height: 64 });
  await expect(maskToEdit(new Uint8Array([1, 2]), size)).rejects.toMatchObject({ code: 'invalid' });
});
