export const COPY_SUFFIXES = { br: '.br', gzip: '.gz' } as const;
export type CopyEncoding = keyof typeof COPY_SUFFIXES;
export const COPY_ENCODINGS: readonly CopyEncoding[] = ['br', 'gzip'];

/** A file whose name contains a hash of its content, as served: `pdfium-Hq3vT0aN2fKx.wasm`. */
export type HashedFile = {
  readonly name: string;
  /** Absolute path. Its own name need not contain the hash. */
  readonly file: string;
};

/** Message from the server to the compressing process (compress-assets.ts). */
export type CompressionJob = {
  /** Where copies are kept. */
  readonly folder: string;
  readonly files: readonly HashedFile[];
  /** Bytes that copies leave free on the disk. */
  readonly reserveBytes: number;
};

const COMPRESSIBLE = /\.(css|data|js|json|mjs|otf|svg|ttf|txt|wasm|xml)$/;

export function isCompressible({ name }: HashedFile): boolean {
  return COMPRESSIBLE.test(name);
}

export function copyName(name: string, encoding: CopyEncoding): string {
  return name + COPY_SUFFIXES[encoding];
}
