import type { MadeFile } from '@bakkum/conversion/output-file';
import type { ExtraInput, Ways } from './command.ts';

/** Random access to the bytes of a file. */
export type ByteReader = {
  readonly size: number;
  /** Copies the bytes at `position` into `target` and returns their number. */
  read(target: Uint8Array, position: number): number | Promise<number>;
};

export type Ran = {
  /** Exit code; 0 on success. */
  readonly code: number;
  /** The last lines of the log. */
  readonly log: readonly string[];
  /** Number of frames in the first video track of the result; absent where it was not reported. */
  readonly pictures?: number;
};

/** Parses `frame=12` from the lines of `-progress`. */
export function picturesIn(line: string): number | undefined {
  const count = /^frame=\s*(\d+)/.exec(line)?.[1];
  return count === undefined ? undefined : Number(count);
}

export type Call = {
  readonly arguments: readonly string[];
  /** Additional files the command reads under their names. */
  readonly files?: readonly ExtraInput[];
  /** Receives the number of seconds written so far. */
  readonly onTime?: (seconds: number) => void;
};

/** Result of a run that wrote nothing. */
export const NOTHING_MADE: MadeFile = {
  size: 0,
  close: async (type) => new Blob([], { type }),
  discard: async () => undefined,
};

/**
 * FFmpeg with one source: as WebAssembly, or installed on the machine. Commands name their files relative to a folder where the
 * source is `SOURCE` and the result `RESULT`. A run that ends in a trap throws `unsupported-feature`.
 */
export type Tool = Ways & {
  readonly source: ByteReader;
  /** Maximum size in bytes of a result the program may read again to move its index to the front. */
  readonly mostRewritten: number;
  /** Runs `ffprobe` and returns its output. */
  probe(args: readonly string[]): Promise<{ readonly text: string; readonly log: readonly string[] }>;
  /** Runs a command that writes `RESULT`. @param rewrites whether the program reads its own result */
  run(call: Call, rewrites: boolean): Promise<Ran & { readonly file: MadeFile }>;
  /** Runs a command that writes a small file at `path`, and returns its bytes on success. */
  runForBytes(call: Call, path: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Runs a command that writes numbered files into `folder`, each of them a result. */
  runForMany(call: Call, folder: string, mediaType: string): Promise<Ran & { readonly files: readonly Blob[] }>;
};
