declare module '7z-wasm/7zz.es6.js' {
  export type EmscriptenStream = { readonly fd: number; position: number };

  export type EmscriptenFs = {
    mkdirTree(path: string): unknown;
    readdir(path: string): string[];
    lstat(path: string): { readonly mode: number; readonly size: number; readonly mtime: Date };
    isDir(mode: number): boolean;
    isLink(mode: number): boolean;
    readlink(path: string): string;
    symlink(target: string, path: string): unknown;
    readFile(path: string): Uint8Array<ArrayBuffer>;
    open(path: string, flags: string): EmscriptenStream;
    write(stream: EmscriptenStream, bytes: Uint8Array, offset: number, length: number, ...more: unknown[]): number;
    close(stream: EmscriptenStream): void;
    writeFile(path: string, bytes: Uint8Array): void;
    unlink(path: string): void;
    chmod(path: string, mode: number): void;
    utime(path: string, accessed: number, modified: number): void;
    chdir(path: string): void;
  };

  export type SevenZipModule = {
    readonly FS: EmscriptenFs;
    callMain(args: string[]): number;
  };

  export type SevenZipOptions = {
    stdin(): number | null;
    stdout(byte: number): void;
    stderr(byte: number): void;
    instantiateWasm(
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): WebAssembly.Exports;
  };

  export default function sevenZip(options: SevenZipOptions): Promise<SevenZipModule>;
}
