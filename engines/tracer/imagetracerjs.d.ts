/** The part of imagetracerjs 1.2.6 we call. */
declare module 'imagetracerjs' {
  type TraceOptions = {
    /** Line and curve error, in pixels: smaller follows the picture more closely. */
    readonly ltres: number;
    readonly qtres: number;
    /** Paths of fewer points are left out. */
    readonly pathomit: number;
    readonly numberofcolors: number;
    /** 2 samples the palette on a grid: the same picture gives the same drawing. */
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
