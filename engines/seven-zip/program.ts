// oxlint-disable-next-line typescript/triple-slash-reference -- types for an untyped package cannot come from a module
/// <reference path="./7zz.d.ts" />
import type { EngineContext } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import sevenZip, { type EmscriptenFs, type SevenZipModule } from '7z-wasm/7zz.es6.js';

export type Run = { readonly code: number; readonly text: string };

/** One start of 7-Zip: its own memory and its own small file system. It is used up when a run fails. */
export type Program = {
  readonly fs: EmscriptenFs;
  /** @param onPercent what 7-Zip reports of its work. Errors: `corrupt`, when it gives up where it cannot say why. */
  run(args: readonly string[], onPercent?: (fraction: number) => void): Run;
};

/** A failure that 7-Zip has no exit code for: this build cannot catch its own exceptions. */
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
    run(args, onPercent) {
      written.bytes = 0;
      said.bytes = [];
      said.onPercent = onPercent;
      const code = call(module, args);
      return { code, text: plain(said.bytes) };
    },
  };
}

/** All of it stands in memory; single files and chains of them may not say how long they are. */
export const MOST_UNPACKED = 1536 * 1024 * 1024;

/** Ends a run that writes more than memory has room for: what throws here goes through 7-Zip up to who started it. */
function boundWrites(fs: EmscriptenFs): { bytes: number } {
  const written = { bytes: 0 };
  const write = fs.write.bind(fs);
  fs.write = (stream, bytes, offset, length, ...more) => {
    // The streams of a terminal are not files.
    if (stream.fd > 2) written.bytes += length;
    if (written.bytes > MOST_UNPACKED) throw new ConversionError('too-large', `more than ${MOST_UNPACKED} bytes when unpacked`);
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
