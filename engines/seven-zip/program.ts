// oxlint-disable-next-line typescript/triple-slash-reference -- types for an untyped package cannot come from a module
/// <reference path="./7zz.d.ts" />
import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import sevenZip, { type EmscriptenFs, type SevenZipModule } from '7z-wasm/7zz.es6.js';

export type Run = { readonly code: number; readonly text: string };

/** An instance of 7-Zip with its own memory and file system. It cannot be reused after a failed run. */
export type Program = {
  readonly fs: EmscriptenFs;
  /**
   * @param onPercent progress reported by 7-Zip
   * @param output receives what is written to files, which then stay empty, in this program's memory
   * Errors: `corrupt` if it aborts without a reason
   */
  run(args: readonly string[], onPercent?: (fraction: number) => void, output?: WriteOutput): Run;
};

/** Writes bytes at a position in bytes. May throw, which ends the run. The bytes are valid only during the call. */
export type WriteOutput = (bytes: Uint8Array, position: number) => void;

/** An abort without an exit code: this build cannot catch its own C++ exceptions. */
const GAVE_UP = 'ended by an exception of its own';

export async function startProgram({ wasm }: Pick<EngineContext, 'wasm'>): Promise<Program> {
  const compiled = await wasm('program');
  const said = { bytes: [] as number[], onPercent: undefined as ((fraction: number) => void) | undefined };
  const write = (byte: number): void => {
    said.bytes.push(byte);
    if (byte === PERCENT && said.onPercent) said.onPercent(lastNumber(said.bytes) / 100);
  };
  const module: SevenZipModule = await sevenZip({
    stdin: () => null,
    stdout: write,
    stderr: write,
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(compiled, imports);
      receive(instance, compiled);
      return instance.exports;
    },
  });
  const written = boundWrites(module.FS);
  return {
    fs: module.FS,
    run(args, onPercent, output) {
      written.bytes = 0;
      written.output = output;
      said.bytes = [];
      said.onPercent = onPercent;
      try {
        const code = call(module, args);
        return { code, text: plain(said.bytes) };
      } finally {
        written.output = undefined;
      }
    },
  };
}

/** Limit of unpacked data held in memory; single-file formats do not reliably declare their size. */
export const MAX_UNPACKED_BYTES = 1536 * 1024 * 1024;

/**
 * Aborts a run that writes more than fits in memory: the exception passes through 7-Zip to the caller. Passes file contents to the
 * output of the run, if it has one.
 */
function boundWrites(fs: EmscriptenFs): { bytes: number; output: WriteOutput | undefined } {
  const written: ReturnType<typeof boundWrites> = { bytes: 0, output: undefined };
  const write = fs.write.bind(fs);
  fs.write = (stream, bytes, offset, length, ...more) => {
    // Terminal streams are not files.
    if (stream.fd <= 2) return write(stream, bytes, offset, length, ...more);
    if (written.output) {
      written.output(new Uint8Array(bytes.buffer, bytes.byteOffset + offset, length), stream.position);
      stream.position += length;
      return length;
    }
    written.bytes += length;
    if (written.bytes > MAX_UNPACKED_BYTES)
      throw new ConversionError('too-large', `more than ${MAX_UNPACKED_BYTES} bytes when unpacked`);
    return write(stream, bytes, offset, length, ...more);
  };
  return written;
}

const PERCENT = 0x25;
const BACKSPACES = /[\b]+ *[\b]*/g;

function call(module: SevenZipModule, args: readonly string[]): number {
  try {
    return module.callMain([...args]);
  } catch (thrown) {
    if (typeof thrown === 'number') throw new ConversionError('corrupt', GAVE_UP);
    throw thrown;
  }
}

function lastNumber(bytes: readonly number[]): number {
  const tail = String.fromCharCode(...bytes.slice(-4));
  return Number(/(\d{1,3})%$/.exec(tail)?.[1] ?? 0);
}

function plain(bytes: readonly number[]): string {
  return new TextDecoder().decode(Uint8Array.from(bytes)).replace(BACKSPACES, '\n');
}
