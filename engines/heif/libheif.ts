import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError, type ConversionErrorCode } from '@bakkum/conversion/errors';
import { callProgram, startProgram } from '@bakkum/raster/emscripten';
import type { Pixels } from '@bakkum/raster/raster';
import createLibheif from 'libheif-js/libheif-wasm/libheif.js';

/** Values and objects of the library, compared by identity or passed back unchanged. */
type Token = { readonly value: number };
type Failure = { readonly code: Token; readonly subcode: Token; readonly message: unknown };
type Handle = object;
type Channel = {
  readonly id: Token;
  readonly width: number;
  readonly height: number;
  readonly stride: number;
  readonly data: Uint8Array;
};
type DecodedImage = { readonly image: Handle; readonly channels: readonly Channel[]; readonly code?: undefined };

/** The part of libheif-js used here (embind API, libheif 1.23). */
type Program = {
  readonly heif_error_code: Readonly<Record<'heif_error_Ok', Token>>;
  readonly heif_colorspace: Readonly<Record<'heif_colorspace_RGB', Token>>;
  readonly heif_chroma: Readonly<Record<'heif_chroma_interleaved_RGBA', Token>>;
  readonly heif_channel: Readonly<Record<'heif_channel_interleaved', Token>>;
  heif_context_alloc(): Handle;
  heif_context_free(context: Handle): void;
  heif_context_read_from_memory(context: Handle, file: Uint8Array): Failure;
  heif_js_context_get_list_of_top_level_image_IDs(context: Handle): readonly number[] | Failure;
  heif_js_context_get_image_handle(context: Handle, id: number): Handle | Failure;
  heif_image_handle_is_primary_image(image: Handle): number;
  heif_image_handle_get_width(image: Handle): number;
  heif_image_handle_get_height(image: Handle): number;
  heif_image_handle_has_alpha_channel(image: Handle): number;
  heif_image_handle_release(image: Handle): void;
  heif_image_release(image: Handle): void;
  heif_js_decode_image2(
    image: Handle,
    colourSpace: Token,
    chroma: Token,
  ): Promise<DecodedImage | Failure> | DecodedImage | Failure;
};

/** A top-level image of a file; decoding applies rotation and cropping and assembles its tiles. */
export type HeifPicture = {
  readonly id: number;
  readonly isPrimary: boolean;
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  decode(): Promise<Extract<Pixels, { depth: 8 }>>;
};

export type HeifFile = { readonly pictures: readonly HeifPicture[]; close(): void };

/** Opens a file. Throws `corrupt`, `unsupported-feature` or `too-large` according to libheif's error. */
export async function openHeif(file: Uint8Array, context: Pick<EngineContext, 'wasm'>): Promise<HeifFile> {
  const program: Program = await startProgram(createLibheif, await context.wasm('program'));
  const opened = program.heif_context_alloc();
  const result = callProgram('libheif', 'corrupt', () => program.heif_context_read_from_memory(opened, file));
  if (result.code !== program.heif_error_code.heif_error_Ok) throw failureOf(result);
  const ids = callProgram('libheif', 'corrupt', () => program.heif_js_context_get_list_of_top_level_image_IDs(opened));
  if (isFailure(ids)) throw failureOf(ids);
  const handles = ids.map((id) => {
    const handle = callProgram('libheif', 'corrupt', () => program.heif_js_context_get_image_handle(opened, id));
    if (isFailure(handle)) throw failureOf(handle);
    return { id, handle };
  });
  return {
    pictures: handles.map(({ id, handle }) => pictureOf(program, id, handle)),
    close() {
      for (const { handle } of handles) program.heif_image_handle_release(handle);
      program.heif_context_free(opened);
    },
  };
}

function pictureOf(program: Program, id: number, handle: Handle): HeifPicture {
  return {
    id,
    isPrimary: program.heif_image_handle_is_primary_image(handle) !== 0,
    width: program.heif_image_handle_get_width(handle),
    height: program.heif_image_handle_get_height(handle),
    hasAlpha: program.heif_image_handle_has_alpha_channel(handle) !== 0,
    decode: () => decodePicture(program, handle),
  };
}

async function decodePicture(program: Program, handle: Handle): Promise<Extract<Pixels, { depth: 8 }>> {
  const { heif_colorspace_RGB } = program.heif_colorspace;
  const { heif_chroma_interleaved_RGBA } = program.heif_chroma;
  const decoding = callProgram('libheif', 'corrupt', () =>
    program.heif_js_decode_image2(handle, heif_colorspace_RGB, heif_chroma_interleaved_RGBA),
  );
  const decoded = await decoding;
  if (isFailure(decoded)) throw failureOf(decoded);
  const channel = decoded.channels.find(({ id }) => id === program.heif_channel.heif_channel_interleaved);
  if (!channel) throw new ConversionError('unsupported-feature', 'libheif gave no RGBA channel');
  const pixels = withoutPadding(channel);
  program.heif_image_release(decoded.image);
  return pixels;
}

/** Removes row padding. The data is in the library's memory and must be copied before it is released. */
function withoutPadding({ width, height, stride, data: source }: Channel): Extract<Pixels, { depth: 8 }> {
  const data = new Uint8ClampedArray(width * height * 4);
  if (stride === width * 4) data.set(source.subarray(0, data.length));
  else
    for (let row = 0; row < height; row += 1) data.set(source.subarray(row * stride, row * stride + width * 4), row * width * 4);
  return { depth: 8, width, height, data };
}

function isFailure(answer: object): answer is Failure {
  return 'code' in answer && answer.code !== undefined;
}

/** `heif_error_code` and, where relevant, `heif_suberror_code` from libheif's heif_error.h. */
const ERROR = { unsupportedFileType: 3, unsupportedFeature: 4, memory: 6, pluginLoading: 11 } as const;
const SECURITY_LIMIT_EXCEEDED = 1000;
const UNSUPPORTED_DATA_VERSION = 3002;

/** No version of a box in ISO/IEC 14496-12 and 23008-12 exceeds 4; libheif takes damaged ones for new ones. */
const IMPLAUSIBLE_VERSION = /data version (?:[5-9]|\d{2,}) /;

function failureOf({ code, subcode, message }: Failure): ConversionError {
  const isDamaged = subcode.value === UNSUPPORTED_DATA_VERSION && IMPLAUSIBLE_VERSION.test(String(message));
  return new ConversionError(isDamaged ? 'corrupt' : codeOf(code.value, subcode.value), String(message));
}

function codeOf(error: number, detail: number): ConversionErrorCode {
  if (detail === SECURITY_LIMIT_EXCEEDED) return 'too-large';
  switch (error) {
    case ERROR.unsupportedFileType:
    case ERROR.unsupportedFeature:
    case ERROR.pluginLoading:
      return 'unsupported-feature';
    case ERROR.memory:
      return 'out-of-memory';
    default:
      return 'corrupt';
  }
}
