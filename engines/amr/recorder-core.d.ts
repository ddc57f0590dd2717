/**
 * OpenCORE AMR-NB 0.1.3 as bundled in recorder-core 1.3.26070800. The script attaches the codec to the value of this name on
 * `Object`.
 */
declare module 'recorder-core/src/engine/beta-amr-engine.js' {
  /** One encoder stream. It accepts 8 kHz samples in pieces of any length and buffers anything short of a 160-sample frame. */
  type AmrEncoder = {
    encode(samples: Int16Array): Uint8Array<ArrayBuffer>;
    /** Frees the encoder's memory; returns no data. */
    flush(): Uint8Array<ArrayBuffer>;
  };

  /** @param kilobits one of the eight modes: 4.75, 5.15, 5.9, 6.7, 7.4, 7.95, 10.2, 12.2. */
  type AmrCodec = { GetEncoder(kilobits: number): AmrEncoder };

  export type { AmrCodec, AmrEncoder };
}
