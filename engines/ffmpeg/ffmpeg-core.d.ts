/** The part of @ffmpeg/core 0.12.10 used here: FFmpeg 5.1 compiled with Emscripten, single-threaded. */
declare module '@ffmpeg/core' {
  export type FileNode = {
    /** The size returned by `fstat`. */
    usedBytes: number;
    node_ops: {
      readonly getattr: (node: FileNode) => unknown;
      readonly setattr: (node: FileNode, attributes: { readonly size?: number }) => void;
      /** Directories only: creates an entry. */
      readonly mknod: (parent: FileNode, name: string, mode: number, device: number) => FileNode;
    };
    stream_ops: {
      readonly llseek: (stream: FileStream, offset: number, whence: number) => number;
      /** `buffer` is the full memory of the program; the bytes belong at `offset`. */
      readonly read?: (stream: FileStream, buffer: Int8Array, offset: number, length: number, position: number) => number;
      readonly write?: (stream: FileStream, buffer: Int8Array, offset: number, length: number, position: number) => number;
    };
  };

  export type FileStream = { readonly node: FileNode; readonly position: number };

  export type FileSystem = {
    writeFile(path: string, bytes: Uint8Array): void;
    readFile(path: string): Uint8Array<ArrayBuffer>;
    readdir(path: string): readonly string[];
    mkdir(path: string): void;
    unlink(path: string): void;
    lookupPath(path: string): { readonly node: FileNode };
  };

  export type Core = {
    readonly FS: FileSystem;
    /** Returns the exit code, or -1 if the program ended without one. Throws errors of WebAssembly and file operations. */
    exec(...args: readonly string[]): number;
    ffprobe(...args: readonly string[]): number;
    setLogger(logger: (line: { readonly type: 'stdout' | 'stderr'; readonly message: string }) => void): void;
    /** `time` is the output written so far in microseconds. */
    setProgress(handler: (progress: { readonly progress: number; readonly time: number }) => void): void;
  };

  export default function createFFmpegCore(overrides: {
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): WebAssembly.Exports;
  }): Promise<Core>;
}
