import { type Bytes, corrupt } from './byte-source.ts';
import type { Host } from './codec.ts';

/** One turn of a stream: what came out, how much of the input was used, and what it waits for. */
export type Turn = { readonly bytes: Bytes; readonly used: number; readonly state: 'ended' | 'hungry' | 'full' };
export type BrotliStream = { next(input: Uint8Array | undefined, most: number): Turn; release(): void };
export type BrotliProgram = { packer(quality: number): BrotliStream; unpacker(): BrotliStream };

/** The package's WebAssembly, 3.0.1, as wasm-bindgen made it; its own wrapper fetches its file by itself, which an engine may not. */
type Exports = {
  readonly memory: WebAssembly.Memory;
  compressstream_new(has: number, quality: number): number;
  compressstream_compress(result: number, stream: number, input: number, length: number, most: number): void;
  __wbg_compressstream_free(stream: number): void;
  decompressstream_new(): number;
  decompressstream_decompress(result: number, stream: number, input: number, length: number, most: number): void;
  __wbg_decompressstream_free(stream: number): void;
  __wbg_get_brotlistreamresult_code(result: number): number;
  __wbg_get_brotlistreamresult_buf(target: number, result: number): void;
  __wbg_get_brotlistreamresult_input_offset(result: number): number;
  __wbg_brotlistreamresult_free(result: number): void;
  __wbindgen_malloc(size: number): number;
  __wbindgen_free(place: number, size: number): void;
  __wbindgen_add_to_stack_pointer(by: number): number;
};

const STATES = { 1: 'ended', 2: 'hungry', 3: 'full' } as const;
const NOTHING = new Uint8Array();

export async function startBrotli({ wasm }: Host): Promise<BrotliProgram> {
  const instance = await WebAssembly.instantiate(await wasm('brotli'), { wbg: IMPORTS });
  const program = instance.exports as unknown as Exports;
  return {
    packer(quality) {
      const stream = program.compressstream_new(1, quality);
      return {
        next: (input, most) => turn(program, program.compressstream_compress, stream, input, most),
        release: () => program.__wbg_compressstream_free(stream),
      };
    },
    unpacker() {
      const stream = program.decompressstream_new();
      return {
        next: (input, most) => turn(program, program.decompressstream_decompress, stream, input ?? NOTHING, most),
        release: () => program.__wbg_decompressstream_free(stream),
      };
    },
  };
}

/** An error is a number of the program here, for nothing of it is ever read. */
const AN_ERROR = 1;
const NONE = (): number => 0;
const THROW = (): never => {
  throw corrupt('Brotli gave up');
};

const IMPORTS: Readonly<Record<string, () => number>> = {
  __wbindgen_is_undefined: NONE,
  __wbindgen_is_object: NONE,
  __wbindgen_string_new: () => AN_ERROR,
  __wbindgen_error_new: () => AN_ERROR,
  __wbindgen_json_serialize: NONE,
  __wbg_new_693216e109162396: () => AN_ERROR,
  __wbg_stack_0ddaca5d1abfb52f: NONE,
  __wbg_error_09919627ac0992f5: NONE,
  __wbindgen_object_drop_ref: NONE,
  __wbindgen_throw: THROW,
};

function turn(
  program: Exports,
  run: (result: number, stream: number, input: number, length: number, most: number) => void,
  stream: number,
  input: Uint8Array | undefined,
  most: number,
): Turn {
  const stack = program.__wbindgen_add_to_stack_pointer(-16);
  try {
    const length = input?.length ?? 0;
    // Freed by the program itself. Nothing at all means that no more will come.
    const place = input ? program.__wbindgen_malloc(length) : 0;
    if (input) new Uint8Array(program.memory.buffer).set(input, place);
    run(stack, stream, place, length, most);
    const [result = 0, , failed = 0] = new Int32Array(program.memory.buffer, stack, 3);
    if (failed) throw corrupt('no stream of Brotli');
    const answer = answerOf(program, stack, result);
    program.__wbg_brotlistreamresult_free(result);
    return answer;
  } finally {
    program.__wbindgen_add_to_stack_pointer(16);
  }
}

function answerOf(program: Exports, stack: number, result: number): Turn {
  const code = program.__wbg_get_brotlistreamresult_code(result);
  const used = program.__wbg_get_brotlistreamresult_input_offset(result);
  program.__wbg_get_brotlistreamresult_buf(stack, result);
  const [place = 0, length = 0] = new Int32Array(program.memory.buffer, stack, 2);
  const bytes = new Uint8Array(program.memory.buffer).slice(place, place + length);
  program.__wbindgen_free(place, length);
  return { bytes, used, state: code === 1 || code === 2 || code === 3 ? STATES[code] : 'ended' };
}
