import { createPlaneReader, type PlaneReader } from './wavelet-codec.ts';
import { valuesOf } from './wavelet-transform.ts';
import { createBitReader } from './zp.ts';

/** A colour image with rows from the top. */
export type ColourPicture = { readonly width: number; readonly height: number; readonly rgb: Uint8Array };

/** An image coded in progressive chunks (DjVu 3 specification, appendix 5). */
export type WaveletPicture = {
  /** Errors: `RangeError` for damage. */
  addChunk(data: Uint8Array): void;
  /** The image from the chunks so far; `undefined` before the first. */
  picture(): ColourPicture | undefined;
};

const GREY = 0x80;
const WHOLE_COLOURS = 0x80;
const MAX_DOTS = 200_000_000;

type Planes = {
  readonly luma: PlaneReader;
  readonly chroma: readonly [blue: PlaneReader, red: PlaneReader] | undefined;
  /** Slices before colour planes start. */
  readonly delay: number;
  readonly isHalved: boolean;
};

export function createWaveletPicture(): WaveletPicture {
  let planes: Planes | undefined;
  let slice = 0;
  return {
    addChunk(data) {
      const isFirst = data[0] === 0;
      if (isFirst && !planes) planes = readHeader(data);
      if (!planes) throw new RangeError('a picture without its beginning');
      const bits = createBitReader(data.subarray(isFirst ? headerBytes(data) : 2));
      for (let left = data[1] ?? 0; left > 0; left -= 1) {
        planes.luma.readSlice(bits);
        if (planes.chroma && slice >= planes.delay) for (const reader of planes.chroma) reader.readSlice(bits);
        slice += 1;
      }
    },
    picture: () => planes && coloured(planes),
  };
}

function headerBytes(data: Uint8Array): number {
  return (data[3] ?? 0) >= 2 ? 9 : 8;
}

function readHeader(data: Uint8Array): Planes {
  const [major = 0, minor = 0] = data.subarray(2, 4);
  const at = (place: number): number => ((data[place] ?? 0) << 8) | (data[place + 1] ?? 0);
  const [width, height] = [at(4), at(6)];
  if ((major & 0x7f) !== 1 || width === 0 || height === 0 || width * height > MAX_DOTS)
    throw new RangeError(`a picture of version ${major}, ${width}x${height}`);
  const told = minor >= 2 ? (data[8] ?? 0) : WHOLE_COLOURS;
  const plane = (): PlaneReader => createPlaneReader(width, height);
  return {
    luma: plane(),
    chroma: (major & GREY) === 0 ? [plane(), plane()] : undefined,
    delay: told & 0x7f,
    isHalved: minor >= 2 && (told & WHOLE_COLOURS) === 0,
  };
}

function coloured({ luma, chroma, isHalved }: Planes): ColourPicture {
  const { width, height } = luma.plane;
  const light = valuesOf(luma.plane, false);
  const [blues, reds] = (chroma ?? []).map(({ plane }) => valuesOf(plane, isHalved));
  const rgb = new Uint8Array(width * height * 3);
  const clamped = (value: number): number => Math.max(0, Math.min(255, value));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (height - 1 - y) * width + x;
      const to = (y * width + x) * 3;
      const value = light[from] ?? 0;
      if (!blues || !reds) {
        rgb.fill(127 - value, to, to + 3);
        continue;
      }
      const [blue, red] = [blues[from] ?? 0, reds[from] ?? 0];
      const redder = red + (red >> 1);
      const rest = value + 128 - (blue >> 2);
      rgb[to] = clamped(value + 128 + redder);
      rgb[to + 1] = clamped(rest - (redder >> 1));
      rgb[to + 2] = clamped(rest + (blue << 1));
    }
  }
  return { width, height, rgb };
}
