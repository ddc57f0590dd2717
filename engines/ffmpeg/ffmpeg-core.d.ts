/** The part of @ffmpeg/core 0.12.10 we call: a program Emscripten made of FFmpeg 5.1, one thread. */
declare module '@ffmpeg/core' {
  export type FileNode = {
    /** What `fstat` answers as the size. */
    usedBytes: number;
    node_ops: {
      readonly getattr: (node: FileNode) => unknown;
      readonly setattr: (node: FileNode, attributes: { readonly size?: number }) => void;
      /** Of folders: makes an entry. */
      readonly mknod: (parent: FileNode, name: string, mode: number, device: number) => FileNode;
    };
    stream_ops: {
      readonly llseek: (stream: FileStream, offset: number, whence: number) => number;
      /** `buffer` is the program's whole memory; the bytes belong at `offset`. */
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
    /** The exit code; -1 when the program ended without one. Throws what WebAssembly or a file operation threw. */
    exec(...args: readonly string[]): number;
    ffprobe(...args: readonly string[]): number;
    setLogger(logger: (line: { readonly type: 'stdout' | 'stderr'; readonly message: string }) => void): void;
    /** `time` is the microseconds of output written. */
    setProgress(handler: (progress: { readonly progress: number; readonly time: number }) => void): void;
  };

  export default function createFFmpegCore(overrides: {
    instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): WebAssembly.Exports;
  }): Promise<Core>;
}
