/** Fake of Recraft's API as of November 2026. */
import type { Size } from './image.ts';
import {
  BEARER,
  base64,
  type Call,
  jsonBody,
  optionalNumber,
  pictureIn,
  pngSize,
  type Reply,
  type Service,
  text,
} from './service.ts';
import { isRefusedBySchema } from './vendor-schemas.ts';

/** Sizes of version 4.1. Its pro variant draws twice as many pixels in each direction. */
const SIZES =
  '1024x1024 1536x768 768x1536 1280x832 832x1280 1216x896 896x1216 1152x896 896x1152 832x1344 1280x896 896x1280 1344x768 768x1344'.split(
    ' ',
  );

function isDrawn(model: string, width: number, height: number): boolean {
  const scale = model.endsWith('_pro') ? 2 : 1;
  return SIZES.includes(`${width / scale}x${height / scale}`);
}

const PATH = /^v1\/images\/(generations|imageToImage|inpaint|removeBackground)$/;

function pictureAt(address: unknown): Buffer | undefined {
  return pictureIn(text(address).replace(/^data:image\/(png|jpeg);base64,/, ''));
}

function sizeOf(picture: Buffer): Size {
  return picture.readUInt16BE(0) === 0xffd8 ? jpegSize(picture) : pngSize(picture);
}

/** Markers of baseline and progressive frames. */
const FRAMES = [0xc0, 0xc1, 0xc2];

/** Width and height in the frame of a JPEG. */
function jpegSize(jpeg: Buffer): Size {
  let at = 2;
  while (!FRAMES.includes(jpeg.readUInt8(at + 1))) at += 2 + jpeg.readUInt16BE(at + 2);
  return { width: jpeg.readUInt16BE(at + 7), height: jpeg.readUInt16BE(at + 5) };
}

/** Image and mask have the same size. */
function isRefusedInpainting(body: Record<string, unknown>): boolean {
  const [picture, mask] = [pictureAt(body['image_url']), pictureAt(body['mask_url'])];
  if (!picture || !mask || isRefusedBySchema('recraft', 'inpainting', body)) return true;
  return JSON.stringify(sizeOf(picture)) !== JSON.stringify(pngSize(mask));
}

/** https://www.recraft.ai/docs/api-reference/tools/image-to-image: the same limits as for removing a background. */
function isRefusedImageToImage(body: Record<string, unknown>): boolean {
  return isRefusedPicture(pictureAt(body['image_url'])) || isRefusedBySchema('recraft', 'imageToImage', body);
}

function isRemoval({ path }: Call): boolean {
  return path.endsWith('/removeBackground');
}

/** https://www.recraft.ai/docs/api-reference/tools/remove-background: under 10 MB, up to 16 megapixels, sides from 256 to 4096 pixels. */
function isRefusedRemoval(body: Record<string, unknown>): boolean {
  return isRefusedPicture(pictureAt(body['image_url'])) || isRefusedBySchema('recraft', 'removal', body);
}

function isRefusedPicture(picture: Buffer | undefined): boolean {
  if (!picture || picture.byteLength >= 10_000_000) return true;
  const { width, height } = sizeOf(picture);
  return Math.min(width, height) < 256 || Math.max(width, height) > 4096 || width * height > 16_000_000;
}

export const recraft: Service = {
  id: 'recraft',
  base: '/v1',
  key: BEARER,
  order(call) {
    if (call.method !== 'POST' || !PATH.test(call.path)) return undefined;
    const body = jsonBody(call);
    const picture = pictureAt(body['image_url']);
    const prompt = text(body['prompt']);
    // An edited image has the size of the given one.
    const isCutOut = isRemoval(call);
    const strength = optionalNumber(body['strength']);
    const mask = pictureAt(body['mask_url']);
    if (picture) return { prompt, seed: prompt.length, ...sizeOf(picture), picture, mask, strength, isCutOut };
    const [width = 1024, height = 1024] = (text(body['size']) || '1024x1024').split('x').map(Number);
    return { prompt, seed: prompt.length, width, height };
  },
  invalid({ width, height }, call) {
    const body = jsonBody(call);
    if (call.path.endsWith('/inpaint')) return isRefusedInpainting(body) ? errorOf(400) : undefined;
    if (call.path.endsWith('/imageToImage')) return isRefusedImageToImage(body) ? errorOf(400) : undefined;
    if (isRemoval(call)) return isRefusedRemoval(body) ? errorOf(400) : undefined;
    return isDrawn(text(body['model']), width, height) && !isRefusedBySchema('recraft', 'generation', body)
      ? undefined
      : errorOf(400);
  },
  answer({ id }, picture, call) {
    const image = { image_id: id, ...(picture && { b64_json: base64(picture) }) };
    if (isRemoval(call)) return { body: { created: 1, credits: 10, image } };
    return { body: { created: 1, credits: 35, data: picture ? [image] : [] } };
  },
  other: ({ path }) =>
    path === 'v1/users/me' ? { body: { id: 'user', name: 'name', email: 'a@example.com', credits: 1000 } } : undefined,
  error: errorOf,
};

function errorOf(status: number): Reply {
  return { status, body: { code: 'something', message: 'something' } };
}
