/** OpenCORE AMR-NB 0.1.3 as recorder-core 1.3.26070800 carries it. The script hangs the codec on what `Object` has under this name. */
declare module 'recorder-core/src/engine/beta-amr-engine.js' {
  /** One stream. Samples of 8 kHz go in, in pieces of any length; what does not fill a frame of 160 waits for the next piece. */
  type AmrEncoder = {
    encode(samples: Int16Array): Uint8Array<ArrayBuffer>;
    /** Gives back its memory; answers nothing. */
    flush(): Uint8Array<ArrayBuffer>;
  };

  /** @param kilobits one of the eight modes: 4.75, 5.15, 5.9, 6.7, 7.4, 7.95, 10.2, 12.2. */
  type AmrCodec = { GetEncoder(kilobits: number): AmrEncoder };

  export type { AmrCodec, AmrEncoder };
}
