import type { EmscriptenOptions } from '@bakkum/raster/emscripten';

/** The API of assimpjs as documented. */
export type AssimpFiles = { AddFile(name: string, content: Uint8Array): void; delete?(): void };

export type AssimpResult = {
  IsSuccess(): boolean;
  GetErrorCode(): string;
  FileCount(): number;
  GetFile(index: number): { GetContent(): Uint8Array };
};

export type Assimp = {
  readonly FileList: new () => AssimpFiles;
  ConvertFileList(files: AssimpFiles, format: 'assjson'): AssimpResult;
};

/** Instantiates the module. */
export type Start = (options: EmscriptenOptions) => Promise<Assimp>;
