declare module 'subset-font' {
  type SubsetOptions = {
    readonly targetFormat?: 'truetype' | 'woff' | 'woff2' | 'sfnt';
    readonly variationAxes?: Readonly<
      Record<string, number | { readonly min: number; readonly max: number; readonly default?: number }>
    >;
    /** OpenType features whose rules and glyphs are kept; all if absent. */
    readonly keepFeatures?: readonly string[];
  };
  /** Reduces a font to the glyphs a text needs. */
  export default function subsetFont(font: Buffer, text: string, options?: SubsetOptions): Promise<Buffer>;
}
