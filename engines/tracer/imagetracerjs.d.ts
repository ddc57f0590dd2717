/** The part of imagetracerjs 1.2.6 used here. */
declare module 'imagetracerjs' {
  type TraceOptions = {
    /** Line and curve error in pixels: smaller values follow the image more closely. */
    readonly ltres: number;
    readonly qtres: number;
    /** Paths with fewer points are dropped. */
    readonly pathomit: number;
    readonly numberofcolors: number;
    /** 2 samples the palette on a grid, which makes the result deterministic. */
    readonly colorsampling: 2;
    readonly colorquantcycles: number;
    readonly strokewidth: number;
    readonly roundcoords: number;
    readonly viewbox: boolean;
  };
  const tracer: {
    imagedataToSVG(
      picture: { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray },
      options: TraceOptions,
    ): string;
  };
  export default tracer;
}
