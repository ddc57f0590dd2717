declare module 'subset-font' {
  type SubsetOptions = {
    readonly targetFormat?: 'truetype' | 'woff' | 'woff2' | 'sfnt';
    readonly variationAxes?: Readonly<
      Record<string, number | { readonly min: number; readonly max: number; readonly default?: number }>
    >;
    /** OpenType features whose rules and forms stay; all when absent. */
    readonly keepFeatures?: readonly string[];
  };
  /** Cuts a font down to the glyphs a text needs. */
  export default function subsetFont(font: Buffer, text: string, options?: SubsetOptions): Promise<Buffer>;
}
