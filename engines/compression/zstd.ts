import { ConversionError } from '@bakkum/conversion/errors';
import { inPieces } from './byte-source.ts';
import type { Codec, Effort, Host } from './codec.ts';

const LEVELS: Readonly<Record<Effort, number>> = { 0: 1, 1: 1, 2: 6, 3: 19 };
/** Each piece becomes its own frame; frames may be concatenated (RFC 8878, 3.1). */
const PIECE = 16 * 1024 * 1024;

/** Packs Zstandard. 7-Zip handles unpacking. */
export const zstd: Codec = {
  async *pack(chunks, effort, host) {
    const program = await start(host);
    let isEmpty = true;
    for await (const piece of inPieces(chunks, PIECE)) {
      isEmpty = false;
      yield program(piece, LEVELS[effort]);
    }
    if (isEmpty) yield program(new Uint8Array(), LEVELS[effort]);
  },
};

/** WebAssembly exports of the package, 0.0.27. The package's own wrapper loads its file, which an engine may not do. */
type Exports = {
  readonly f: WebAssembly.Memory;
  /** Starts the module. */
  g(): void;
  isError(size: number): number;
  bound(size: number): number;
  compress(target: number, capacity: number, source: number, size: number, level: number): number;
  malloc(size: number): number;
  free(place: number): void;
};

async function start({ wasm }: Host): Promise<(bytes: Uint8Array, level: number) => Uint8Array<ArrayBuffer>> {
  const started: { memory?: WebAssembly.Memory } = {};
  const refuse = (): never => {
    throw new ConversionError('out-of-memory', 'Zstandard gave up');
  };
  const nothing = (): number => 0;
  const grow = (wanted: number): number => {
    const { memory } = started;
    const pages = Math.ceil(((wanted >>> 0) - (memory?.buffer.byteLength ?? 0)) / 65_536);
    try {
      memory?.grow(Math.max(0, pages));
      return 1;
    } catch {
      return 0; // the program signals the end of the data
    }
  };
  const imports = { a: { a: refuse, b: nothing, c: refuse, d: nothing, e: grow } };
  const instance = await WebAssembly.instantiate(await wasm('zstd'), imports);
  const raw = instance.exports as unknown as Record<'h' | 'i' | 'm' | 's' | 't', (...numbers: number[]) => number> & Exports;
  const program: Exports = { f: raw.f, g: raw.g, isError: raw.h, bound: raw.i, compress: raw.m, malloc: raw.s, free: raw.t };
  started.memory = program.f;
  program.g();
  return (bytes, level) => {
    const capacity = program.bound(bytes.length);
    const source = program.malloc(bytes.length);
    const target = program.malloc(capacity);
    if (source === 0 || target === 0) return refuse();
    new Uint8Array(program.f.buffer).set(bytes, source);
    const size = program.compress(target, capacity, source, bytes.length, level);
    const packed = program.isError(size) ? refuse() : new Uint8Array(program.f.buffer).slice(target, target + size);
    program.free(source);
    program.free(target);
    return packed;
  };
}
