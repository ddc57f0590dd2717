import type { EngineContext } from '@bakkum/conversion/engine';
import type { ByteSource, Bytes } from './byte-source.ts';

export type Unpacked = AsyncGenerator<Bytes, void, void>;

/** What a codec may use of its host: its WebAssembly. */
export type Host = Pick<EngineContext, 'wasm'>;

/** How hard to try; 0 to 3, a little to everything. */
export type Effort = 0 | 1 | 2 | 3;

/** One way to make a stream of bytes smaller. Both directions work in pieces: neither side is ever in memory whole. */
export type Codec = {
  /** Errors: `corrupt`, `unsupported-feature`. Chunks may be overwritten once the next is asked for. */
  readonly unpack?: (source: ByteSource, host: Host) => Unpacked;
  readonly pack?: (chunks: AsyncIterable<Bytes>, effort: Effort, host: Host) => Unpacked;
};
