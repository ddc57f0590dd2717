import { brotli } from './brotli.ts';
import type { Codec } from './codec.ts';
import { lrzip } from './lrzip.ts';
import { lz4 } from './lz4.ts';
import { lzo } from './lzo.ts';
import { snappy } from './snappy.ts';
import { unixCompress } from './unix-compress.ts';
import { zstd } from './zstd.ts';

type Packed = { readonly codec: Codec; readonly mediaType: string };

/** A single packed file. */
export const SINGLES: Readonly<Record<string, Packed>> = {
  lz4: { codec: lz4, mediaType: 'application/x-lz4' },
  lrzip: { codec: lrzip, mediaType: 'application/x-lrzip' },
  lzo: { codec: lzo, mediaType: 'application/x-lzop' },
  snappy: { codec: snappy, mediaType: 'application/x-snappy-framed' },
  br: { codec: brotli, mediaType: 'application/x-brotli' },
  zst: { codec: zstd, mediaType: 'application/zstd' },
  compress: { codec: unixCompress, mediaType: 'application/x-compress' },
};

/** Packed tar archives, by codec. */
export const TARS: Readonly<Record<string, string>> = {
  'tar-lz4': 'lz4',
  'tar-lzo': 'lzo',
  'tar-br': 'br',
  tzst: 'zst',
  'tar-z': 'compress',
};
