/** The part of UPNG.js we call (version 2.1.0). */
declare module 'upng-js' {
  type Decoded = { readonly width: number; readonly height: number };
  const UPNG: {
    decode(file: ArrayBuffer): Decoded;
    /** Straight RGBA, 8 bits a sample, one buffer a frame. */
    toRGBA8(decoded: Decoded): readonly ArrayBuffer[];
  };
  export default UPNG;
}
