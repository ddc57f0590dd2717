import type { EmscriptenOptions } from '@bakkum/raster/emscripten';

/** The API of codec-charls as documented. Buffers are views of the module's memory. */
export type FrameInfo = {
  readonly width: number;
  readonly height: number;
  readonly bitsPerSample: number;
  readonly componentCount: number;
};

export type JpegLsDecoder = {
  getEncodedBuffer(length: number): Uint8Array;
  readHeader?(): void;
  decode(): void;
  getFrameInfo(): FrameInfo;
  /** 0: planar, 1: interleaved by line, 2: interleaved by pixel. */
  getInterleaveMode(): number;
  getDecodedBuffer(): Uint8Array;
  delete(): void;
};

export type CharLs = { readonly JpegLSDecoder: new () => JpegLsDecoder };

/** Instantiates the module. */
export type Start = (options: EmscriptenOptions) => Promise<CharLs>;
