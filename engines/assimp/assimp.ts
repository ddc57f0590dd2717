/** What assimpjs offers, as its documentation describes it. */
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

type Options = {
  readonly instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => WebAssembly.Exports;
  readonly print: (text: string) => void;
  readonly printErr: (text: string) => void;
};

/** Starts the program. */
export type Start = (options: Options) => Promise<Assimp>;
