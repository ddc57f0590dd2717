import type { EmscriptenOptions } from '@bakkum/raster/emscripten';

/** The part of codec-libjpeg-turbo-8bit that is used here. Buffers are views of the program's memory. */
export type TurboProgram = {
  /** Its memory, replaced when it grows. */
  readonly HEAPU8: Uint8Array;
  readonly JPEGEncoder: new () => TurboEncoder;
};

type FrameInfo = {
  readonly width: number;
  readonly height: number;
  readonly bitsPerSample: number;
  readonly componentCount: number;
  readonly isSigned: boolean;
};

type TurboEncoder = {
  /** Returns where the samples belong, interleaved by pixel. */
  getDecodedBuffer(frame: FrameInfo): Uint8Array;
  /** @param quality 1 to 100 */
  setQuality(quality: number): void;
  setProgressive(progressive: boolean): void;
  /** @param subsampling 0: 4:4:4, 1: 4:2:2, 2: 4:2:0 */
  setSubSampling(subsampling: 0 | 1 | 2): void;
  encode(): void;
  getEncodedBuffer(): Uint8Array<ArrayBuffer>;
  delete(): void;
};

/** Instantiates the program. */
export type Start = (options: EmscriptenOptions) => Promise<TurboProgram>;
