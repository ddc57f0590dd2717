declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  /** An iterator over a recognized line; 3 is a word (PageIteratorLevel of Tesseract). */
  export type ResultIterator = {
    Begin(): void;
    Next(level: number): boolean;
    GetUTF8Text(level: number): string;
    Confidence(level: number): number;
    getBoundingBox(level: number): { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
  };
  export type TessBaseAPI = {
    Init(folder: string, language: string, mode: number): number;
    SetVariable(name: string, value: string): boolean;
    /** Reads the file `/input`. */
    SetImageFile(exif: number, angle: number): number;
    Recognize(monitor: null): number;
    GetIterator(): ResultIterator;
    Clear(): void;
    End(): void;
  };
  export type TesseractModule = {
    readonly TessBaseAPI: new () => TessBaseAPI;
    readonly FS: { writeFile(path: string, bytes: Uint8Array): void };
    destroy(object: unknown): void;
  };
  const start: (options: {
    readonly instantiateWasm: (
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance, compiled: WebAssembly.Module) => void,
    ) => WebAssembly.Exports;
    readonly print: (text: string) => void;
    readonly printErr: (text: string) => void;
  }) => Promise<TesseractModule>;
  export default start;
}
