/** The part of gifenc used here (version 1.0.3). `quantize` and `applyPalette` read the full buffer behind the array. */
declare module 'gifenc/dist/gifenc.esm.js' {
  export type Rgb = readonly [red: number, green: number, blue: number];

  export type FrameSettings = {
    readonly palette: readonly Rgb[];
    readonly transparent: boolean;
    readonly transparentIndex: number;
    /** Milliseconds; the file stores hundredths of a second. */
    readonly delay: number;
    /** GIF89a disposal method: 1 keeps the frame, 2 clears its area. */
    readonly dispose: 1 | 2;
    /** Bits per palette index. */
    readonly colorDepth: number;
  };

  export type Encoder = {
    writeFrame(index: Uint8Array, width: number, height: number, settings: FrameSettings): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };

  export function GIFEncoder(settings: { readonly auto: false }): Encoder;
  export function quantize(rgba: Uint8Array, maxColours: number, settings: { readonly format: 'rgb565' | 'rgb444' }): Rgb[];
  export function applyPalette(rgba: Uint8Array, palette: readonly Rgb[], format: 'rgb565'): Uint8Array<ArrayBuffer>;
}
