// oxlint-disable-next-line typescript/triple-slash-reference -- types for an untyped package cannot come from a module
/// <reference path="./ffmpeg-core.d.ts" />
import { ConversionError, toConversionError } from '@bakkum/conversion/errors';
import createFFmpegCore, { type Core, type FileSystem } from '@ffmpeg/core';

/** A program instance for one run: starting another takes 20 ms and frees all memory. */
export type Program = {
  readonly files: FileSystem;
  /** Runs `ffmpeg`. `onTime` receives the seconds of output written so far. */
  run(args: readonly string[], onTime?: (seconds: number) => void): Run;
  /** Runs `ffprobe` and returns its output. */
  probe(args: readonly string[]): { readonly text: string; readonly log: readonly string[] };
};

export type Run = {
  /** 0 on success. */
  readonly code: number;
  /** The last lines of the log. */
  readonly log: readonly string[];
};

/**
 * The program is linked with a 64 KiB stack, which its Opus and VP9 encoders overflow: they overwrite adjacent memory and trap. A
 * larger stack allocated on its heap prevents that.
 */
const STACK_BYTES = 8 * 1024 * 1024;
/** Minified export names of `malloc`, `stackSave` and `stackRestore` in this exact build. */
const EXPORTS = { malloc: 'ta', stackSave: 'Da', stackRestore: 'Ea' } as const;
const KEPT_LINES = 400;

/** @throws ConversionError `engine-unavailable` */
export async function startProgram(module: WebAssembly.Module): Promise<Program> {
  try {
    return programOf(await instantiate(module));
  } catch (cause) {
    throw new ConversionError('engine-unavailable', 'FFmpeg did not start', { cause });
  }
}

async function instantiate(module: WebAssembly.Module): Promise<Core> {
  let exports: WebAssembly.Exports = {};
  const core = await asIfInBrowserWorker(() =>
    createFFmpegCore({
      instantiateWasm(imports, done) {
        const instance = new WebAssembly.Instance(module, imports);
        exports = instance.exports;
        done(instance);
        return exports;
      },
    }),
  );
  enlargeStack(exports);
  return core;
}

/** The program reads `self.location` once, which Node's worker threads do not have. */
function asIfInBrowserWorker<T>(start: () => T): T {
  const stand: Record<string, unknown> = {};
  if (!('self' in globalThis)) stand.self = globalThis;
  if (!('location' in globalThis)) stand.location = { href: 'file:///' };
  for (const [name, value] of Object.entries(stand))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  try {
    return start();
  } finally {
    for (const name of Object.keys(stand)) Reflect.deleteProperty(globalThis, name);
  }
}

function enlargeStack(exports: WebAssembly.Exports): void {
  const call = (name: string, ...args: readonly number[]): number => {
    const found = exports[name];
    if (typeof found !== 'function') throw new TypeError(`FFmpeg has no export ${name}`);
    return Number(found(...args));
  };
  const block = call(EXPORTS.malloc, STACK_BYTES);
  const top = (block + STACK_BYTES) & ~15; // WebAssembly's C stack grows downwards and is aligned to 16
  call(EXPORTS.stackRestore, top);
  if (block === 0 || call(EXPORTS.stackSave) !== top) throw new RangeError('the stack was not moved');
}

function programOf(core: Core): Program {
  let lines: string[] = [];
  let printed: string[] = [];
  core.setLogger(({ type, message }) => {
    if (type === 'stdout') printed.push(message);
    else if (lines.push(message) > KEPT_LINES * 2) lines = lines.slice(-KEPT_LINES);
  });
  return {
    files: core.FS,
    run(args, onTime) {
      lines = [];
      core.setProgress(({ time }) => onTime?.(time / 1_000_000));
      const code = guarded(
        () => core.exec(...args),
        () => lines,
      );
      return { code, log: lines };
    },
    probe(args) {
      lines = [];
      printed = [];
      guarded(
        () => core.ffprobe(...args),
        () => lines,
      );
      return { text: printed.join('\n'), log: lines };
    },
  };
}

/** Errors of our own file operations pass through; a trap is reported with the last log lines. */
function guarded(run: () => number, log: () => readonly string[]): number {
  try {
    return run();
  } catch (thrown) {
    if (thrown instanceof ConversionError) throw thrown;
    const known = toConversionError(thrown);
    if (known.code === 'out-of-memory') throw known;
    throw new ConversionError('unsupported-feature', `FFmpeg trapped: ${log().slice(-3).join(' | ')}`, { cause: thrown });
  }
}
