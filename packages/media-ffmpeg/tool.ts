import type { MadeFile } from '@bakkum/conversion/output-file';
import type { ExtraInput, Ways } from './command.ts';

/** Bytes of a file, wherever they lie. */
export type ByteReader = {
  readonly size: number;
  /** Copies what lies at `position` into `target`; answers how many bytes there were. */
  read(target: Uint8Array, position: number): number | Promise<number>;
};

export type Ran = {
  /** 0 when all went well. */
  readonly code: number;
  /** What it said, the last lines. */
  readonly log: readonly string[];
  /** Pictures in the result's first track of them. Absent where it was not told. */
  readonly pictures?: number;
};

/** `frame=12`, among the lines of `-progress`. */
export function picturesIn(line: string): number | undefined {
  const count = /^frame=\s*(\d+)/.exec(line)?.[1];
  return count === undefined ? undefined : Number(count);
}

export type Call = {
  readonly arguments: readonly string[];
  /** Further files the command reads, where it names them. */
  readonly files?: readonly ExtraInput[];
  /** Hears how many seconds of the result are written. */
  readonly onTime?: (seconds: number) => void;
};

/** For a run that wrote nothing at all. */
export const NOTHING_MADE: MadeFile = {
  size: 0,
  close: async (type) => new Blob([], { type }),
  discard: async () => undefined,
};

/**
 * FFmpeg with one source before it: inside WebAssembly, or installed on the machine. Commands name their files relative to a
 * folder where the source is `SOURCE` and the result `RESULT`. A run that ends in a trap throws `unsupported-feature`.
 */
export type Tool = Ways & {
  readonly source: ByteReader;
  /** Bytes of the largest result the program may read again, to put its index in front. */
  readonly mostRewritten: number;
  /** Runs `ffprobe` and answers what it printed. */
  probe(args: readonly string[]): Promise<{ readonly text: string; readonly log: readonly string[] }>;
  /** Runs a command that writes `RESULT`. @param rewrites whether the program reads its own result */
  run(call: Call, rewrites: boolean): Promise<Ran & { readonly file: MadeFile }>;
  /** Runs a command that writes a small file at `path`; what is in it, if it succeeded. */
  runForBytes(call: Call, path: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Runs a command that writes numbered files into `folder`, each a result. */
  runForMany(call: Call, folder: string, mediaType: string): Promise<Ran & { readonly files: readonly Blob[] }>;
};
