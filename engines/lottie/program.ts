import type { Bytes } from '@bakkum/bytes/bytes';

/** Exports of the player in use. Numbers are addresses, or booleans as 0 and 1. */
type Exports = {
  readonly memory: WebAssembly.Memory;
  dotlottieplayerwasm_new(): number;
  __wbg_dotlottieplayerwasm_free(player: number, weak: number): void;
  dotlottieplayerwasm_setup_sw_target(player: number, width: number, height: number): number;
  dotlottieplayerwasm_load_animation(player: number, text: number, length: number): number;
  dotlottieplayerwasm_load_dotlottie_data(player: number, data: number, length: number): number;
  dotlottieplayerwasm_set_use_frame_interpolation(player: number, use: number): void;
  dotlottieplayerwasm_set_frame(player: number, frame: number): number;
  dotlottieplayerwasm_render(player: number): number;
  dotlottieplayerwasm_total_frames(player: number): number;
  dotlottieplayerwasm_get_pixel_buffer(player: number): number;
  /** Allocates memory for an argument; the callee frees it. */
  __wbindgen_export_1(bytes: number, alignment: number): number;
};

export type Player = {
  readonly frameCount: number;
  /** Renders a frame: RGBA rows, not premultiplied. */
  draw(frame: number): Uint8ClampedArray<ArrayBuffer>;
  release(): void;
};

export type Given = { readonly bytes: Bytes; readonly isPacked: boolean; readonly width: number; readonly height: number };

/**
 * Opens a player for one animation; `undefined` if it does not accept the file. Errors: `WebAssembly.RuntimeError` and its own
 * exceptions.
 */
export async function openPlayer(
  module: WebAssembly.Module,
  { bytes, isPacked, width, height }: Given,
): Promise<Player | undefined> {
  const { imports, start, valueOf } = surroundings(module);
  const instance = await WebAssembly.instantiate(module, { wbg: imports });
  const program = start(instance.exports as unknown as Exports);
  const player = program.dotlottieplayerwasm_new();
  const data = program.__wbindgen_export_1(bytes.length, 1);
  new Uint8Array(program.memory.buffer).set(bytes, data);
  program.dotlottieplayerwasm_setup_sw_target(player, width, height);
  const load = isPacked ? program.dotlottieplayerwasm_load_dotlottie_data : program.dotlottieplayerwasm_load_animation;
  if (load(player, data, bytes.length) === 0) return undefined;
  program.dotlottieplayerwasm_set_use_frame_interpolation(player, 0);
  return {
    frameCount: Math.floor(program.dotlottieplayerwasm_total_frames(player)),
    draw(frame) {
      program.dotlottieplayerwasm_set_frame(player, frame);
      program.dotlottieplayerwasm_render(player);
      const pixels = valueOf(program.dotlottieplayerwasm_get_pixel_buffer(player));
      if (!(pixels instanceof Uint8Array)) throw new TypeError('no pixels');
      return new Uint8ClampedArray(pixels);
    },
    release: () => program.__wbg_dotlottieplayerwasm_free(player, 0),
  };
}

type Import = (...given: number[]) => number | undefined | void;

/** wasm-bindgen reserves the first handles for fixed values. */
const FIRST = 128;
const CONSTANTS = [undefined, null, true, false] as const;

type Surroundings = {
  readonly imports: Record<string, Import>;
  start(exports: Exports): Exports;
  valueOf(reference: number): unknown;
};

/**
 * Provides the imports of the module (wasm-bindgen 0.2.100): handles for values, and byte arrays. Page APIs for embedded video
 * are not provided, and calling them ends the conversion.
 */
function surroundings(module: WebAssembly.Module): Surroundings {
  const values = new Map<number, unknown>(CONSTANTS.map((value, index) => [FIRST + index, value]));
  let next = FIRST + CONSTANTS.length;
  let exports: Exports | undefined;
  const keep = (value: unknown): number => {
    values.set(next, value);
    next += 1;
    return next - 1;
  };
  const memory = (): WebAssembly.Memory => {
    if (!exports) throw new TypeError('not started');
    return exports.memory;
  };
  const valueOf = (reference: number): unknown => {
    const value = values.get(reference);
    if (reference >= FIRST + CONSTANTS.length) values.delete(reference);
    return value;
  };
  const table: Readonly<Record<string, Import>> = {
    __wbindgen_object_drop_ref: (reference) => void valueOf(reference ?? 0),
    __wbindgen_memory: () => keep(memory()),
    __wbindgen_number_new: (value) => keep(value),
    __wbindgen_throw: (at = 0, length = 0) => {
      throw new Error(new TextDecoder().decode(new Uint8Array(memory().buffer, at, length)));
    },
    buffer: () => keep(memory().buffer),
    new: (reference) => keep(reference === undefined ? [] : new Uint8Array(memory().buffer)),
    newwithlength: (length = 0) => keep(new Uint8Array(length >>> 0)),
    newwithbyteoffsetandlength: (_, at = 0, length = 0) => keep(new Uint8Array(memory().buffer, at >>> 0, length >>> 0)),
    length: (reference = 0) => bytesAt(values, reference).length,
    set: (target = 0, source = 0, at = 0) => bytesAt(values, target).set(bytesAt(values, source), at >>> 0),
    setindex: (target = 0, at = 0, value = 0) => {
      bytesAt(values, target)[at >>> 0] = value;
    },
    push: () => 0,
  };
  const names = WebAssembly.Module.imports(module).map(({ name }) => name);
  const imports = names.map((name): [string, Import] => [name, table[plainName(name)] ?? absent(name)]);
  return {
    imports: Object.fromEntries(imports),
    start(started) {
      exports = started;
      return started;
    },
    valueOf,
  };
}

/** Removes the hash that wasm-bindgen adds. */
const plainName = (name: string): string => name.replace(/^__wbg_(.*)_[0-9a-f]{16}$/, '$1');

function absent(name: string): Import {
  return () => {
    throw new Error(`it asks for ${plainName(name)}`);
  };
}

function bytesAt(values: ReadonlyMap<number, unknown>, reference: number): Uint8Array {
  const value = values.get(reference);
  if (value instanceof Uint8Array) return value;
  throw new TypeError('no bytes');
}
