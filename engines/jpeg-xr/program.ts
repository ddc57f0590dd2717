import { ConversionError } from '@bakkum/conversion/errors';
import type { EmscriptenOptions } from '@bakkum/raster/emscripten';

/** Exports of jpegxr under the names of its C functions. Addresses are numbers; 0 means failure. */
export type JpegXr = {
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  _malloc(size: number): number;
  _image_decode_with_memory(file: number, length: number): number;
  _image_decode_width(decoder: number): number;
  _image_decode_height(decoder: number): number;
  _image_decode_pixel_info(decoder: number): number;
  _image_decode_copy_all(decoder: number, into: number, stride: number): number;
  _pixel_info_channels(info: number): number;
  _pixel_info_color_format(info: number): number;
  _pixel_info_bit_depth(info: number): number;
  _pixel_info_bits_per_pixel(info: number): number;
  _pixel_info_has_alpha(info: number): number;
  _pixel_info_premultiplied_alpha(info: number): number;
  _pixel_info_bgr(info: number): number;
};

/** Instantiates the module; its exports are added to the options object. */
export type Start = (options: EmscriptenOptions & Partial<JpegXr>) => Promise<unknown>;

/** Memory layout of an image's samples. */
export type SampleLayout = {
  readonly channels: number;
  /** `YOnly`, `RGB`, `RGBE`, `CMYK`, `NComponent`, `YUV…` */
  readonly colours: string;
  /** `8`, `16`, `16Fixed`, `16Float`, `32Fixed`, `32Float`, `5`, `565`, `10`, `1`, `1alt` */
  readonly depth: string;
  readonly bitsPerPixel: number;
  readonly hasAlpha: boolean;
  readonly isPremultiplied: boolean;
  readonly isBlueFirst: boolean;
};

export type Samples = {
  readonly width: number;
  readonly height: number;
  /** Bytes per row. */
  readonly stride: number;
  readonly layout: SampleLayout;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

/**
 * Offset of the decoder's alpha mode (`WMP.wmiSCP.uAlphaMode`) in this build. The package has no function for it and leaves it at
 * 0, which ignores alpha; 2 reads planar and interleaved alpha.
 */
const ALPHA_MODE = 292;
const WITH_ALPHA = 2;

/** For some layouts the decoder writes full 16 × 16 blocks past the edges. */
const BLOCK = 16;

/** Decodes an image. The instance must not be reused. Errors: `corrupt`, `unsupported-feature`, `out-of-memory`. */
export function decode(program: JpegXr, file: Uint8Array): Samples {
  try {
    return decoded(program, file);
  } catch (cause) {
    if (cause instanceof ConversionError) throw cause;
    throw new ConversionError('corrupt', 'the decoder gave up', { cause });
  }
}

function decoded(program: JpegXr, file: Uint8Array): Samples {
  const decoder = program._image_decode_with_memory(placed(program, file), file.length);
  if (decoder === 0) throw new ConversionError('corrupt', 'no codestream of JPEG XR');
  const [width, height] = [program._image_decode_width(decoder), program._image_decode_height(decoder)];
  const layout = layoutOf(program, decoder);
  const stride = Math.ceil((width * layout.bitsPerPixel) / 8);
  const size = stride * (Math.ceil(height / BLOCK) * BLOCK);
  const into = reserved(program, size);
  program.HEAPU8.fill(0, into, into + size);
  if (layout.hasAlpha) program.HEAPU8[decoder + ALPHA_MODE] = WITH_ALPHA;
  if (program._image_decode_copy_all(decoder, into, stride) < 0) throw new ConversionError('corrupt', 'blocks are missing');
  return { width, height, stride, layout, bytes: program.HEAPU8.slice(into, into + stride * height) };
}

function placed(program: JpegXr, file: Uint8Array): number {
  const at = reserved(program, file.length);
  program.HEAPU8.set(file, at);
  return at;
}

function reserved(program: JpegXr, size: number): number {
  const at = program._malloc(size);
  if (at === 0) throw new ConversionError('out-of-memory', `${size} bytes`);
  return at;
}

function layoutOf(program: JpegXr, decoder: number): SampleLayout {
  const info = program._image_decode_pixel_info(decoder);
  if (info === 0) throw new ConversionError('unsupported-feature', 'unknown kind of pixels');
  return {
    channels: program._pixel_info_channels(info),
    colours: nameAt(program, program._pixel_info_color_format(info)),
    depth: nameAt(program, program._pixel_info_bit_depth(info)),
    bitsPerPixel: program._pixel_info_bits_per_pixel(info),
    hasAlpha: program._pixel_info_has_alpha(info) !== 0,
    isPremultiplied: program._pixel_info_premultiplied_alpha(info) !== 0,
    isBlueFirst: program._pixel_info_bgr(info) !== 0,
  };
}

function nameAt({ HEAPU8 }: JpegXr, at: number): string {
  return at === 0 ? '' : new TextDecoder('latin1').decode(HEAPU8.subarray(at, HEAPU8.indexOf(0, at)));
}
