/** The part of UPNG.js used here (version 2.1.0). */
declare module 'upng-js' {
  type Decoded = { readonly width: number; readonly height: number };
  const UPNG: {
    decode(file: ArrayBuffer): Decoded;
    /** Straight RGBA, 8 bits per sample, one buffer per frame. */
    toRGBA8(decoded: Decoded): readonly ArrayBuffer[];
  };
  export default UPNG;
}
