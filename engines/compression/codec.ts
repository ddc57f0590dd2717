import type { Bytes } from '@bakkum/bytes/bytes';
import type { EngineContext } from '@bakkum/conversion/engine';
import type { ByteSource } from './byte-source.ts';

export type Unpacked = AsyncGenerator<Bytes, void, void>;

/** What a codec needs from its host: WebAssembly modules. */
export type Host = Pick<EngineContext, 'wasm'>;

/** Compression effort from 0 (least) to 3 (most). */
export type Effort = 0 | 1 | 2 | 3;

/** A compression codec. Both directions stream, so neither side is ever fully in memory. */
export type Codec = {
  /** Errors: `corrupt`, `unsupported-feature`. Chunks may be overwritten once the next one is requested. */
  readonly unpack?: (source: ByteSource, host: Host) => Unpacked;
  readonly pack?: (chunks: AsyncIterable<Bytes>, effort: Effort, host: Host) => Unpacked;
};
