import type { EmscriptenOptions } from '@bakkum/raster/emscripten';

/** What codec-charls offers, as its documentation describes it. Buffers are views of the program's memory. */
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
  /** 0: component after component, 1: line by line, 2: pixel by pixel. */
  getInterleaveMode(): number;
  getDecodedBuffer(): Uint8Array;
  delete(): void;
};

export type CharLs = { readonly JpegLSDecoder: new () => JpegLsDecoder };

/** Starts the program. */
export type Start = (options: EmscriptenOptions) => Promise<CharLs>;
