import { spawn } from 'node:child_process';
import { ConversionError } from '@bakkum/conversion/errors';
import type { ProgramEnd } from '@bakkum/conversion/installed-programs';
import { descendantsOf } from './process-facts.ts';

export type Command = {
  readonly line: readonly [string, ...string[]];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Time limit in seconds of real time. */
  readonly seconds?: number;
  readonly onLine?: (line: string) => void;
  /** Called with the process group when it starts and when it has ended. */
  readonly onGroup?: (group: number, running: boolean) => void;
};

const KEPT_LINES = 400;
/** Limit for the output of a program, in bytes; metadata of a video with thousands of chapters takes some megabytes. */
export const MAX_OUTPUT_BYTES = 32 * 1024 * 1024;
/** Limit for a line, in bytes. */
const MAX_LINE_LENGTH = 64 * 1024;
/** Shells and sandboxes add this to the signal number. */
const SIGNALLED = 128;
const SIGNALS: Readonly<Record<string, number>> = { SIGXCPU: 24, SIGXFSZ: 25, SIGKILL: 9, SIGSEGV: 11, SIGABRT: 6 };

/** Runs a program as its own process group and waits for its end; an abort or the time limit ends the whole group. */
export function runProcess(command: Command): Promise<ProgramEnd> {
  const { line, folder, environment, signal, seconds } = command;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new ConversionError('cancelled', 'cancelled before a program started'));
      return;
    }
    const [program, ...args] = line;
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...environment },
      shell: false,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const group = child.pid;
    let refusal: ConversionError | undefined;
    const stop = (reason: ConversionError): void => {
      refusal ??= reason;
      if (group !== undefined) endGroup(group);
    };
    const cancel = (): void => stop(new ConversionError('cancelled', 'aborted'));
    const clock =
      seconds === undefined
        ? undefined
        : setTimeout(() => stop(new ConversionError('timeout', `ran longer than ${seconds} s`)), seconds * 1000);
    signal.addEventListener('abort', cancel, { once: true });
    if (group !== undefined) command.onGroup?.(group, true);
    const printed = printer(command.onLine, () => stop(new ConversionError('too-large', 'printed too much')));
    const log = keeper();
    child.stdout.setEncoding('utf8').on('data', printed.take);
    child.stderr.setEncoding('utf8').on('data', log.take);
    child.once('error', (cause) => {
      refusal ??= new ConversionError('engine-unavailable', `${program} did not start`, { cause });
    });
    child.once('close', (code, name) => {
      clearTimeout(clock);
      signal.removeEventListener('abort', cancel);
      if (group !== undefined) {
        endGroup(group); // ends remaining background processes
        command.onGroup?.(group, false);
      }
      const number = code ?? SIGNALLED + (SIGNALS[name ?? ''] ?? 0);
      const failure = refusal ?? overrun(number);
      if (failure) reject(failure);
      else resolve({ code: number, text: printed.text(), log: log.lines() });
    });
  });
}

/** Ends a process group, which may already have ended. */
export function endGroup(group: number): void {
  endNow(-group);
}

/**
 * Ends a process group and all descendants of its leader, in any group. Returns those processes, which may take a moment to end.
 */
export function endTree(leader: number): readonly number[] {
  const below = descendantsOf(leader);
  endGroup(leader);
  for (const one of below) endNow(one);
  return below;
}

/** Kills a process, or with a negative number a process group. */
function endNow(number: number): void {
  try {
    process.kill(number, 'SIGKILL');
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH')) throw thrown;
  }
}

function overrun(code: number): ConversionError | undefined {
  if (code === SIGNALLED + 24) return new ConversionError('timeout', 'exceeded its CPU time limit');
  if (code === SIGNALLED + 25) return new ConversionError('too-large', 'exceeded its output limit');
  return undefined;
}

type Taker = { take(chunk: string): void };

/** Collects the output and reports each line as it arrives. */
function printer(onLine: ((line: string) => void) | undefined, tooMuch: () => void): Taker & { text(): string } {
  const chunks: string[] = [];
  let length = 0;
  let open = '';
  return {
    text: () => chunks.join(''),
    take(chunk) {
      length += chunk.length;
      if (length > MAX_OUTPUT_BYTES) {
        tooMuch();
        return;
      }
      if (!onLine) {
        chunks.push(chunk);
        return;
      }
      const lines = (open + chunk).split('\n');
      open = (lines.pop() ?? '').slice(-MAX_LINE_LENGTH);
      for (const line of lines) onLine(line);
    },
  };
}

/** Keeps only the last lines: a program may report an error for every frame of a video. */
function keeper(): Taker & { lines(): readonly string[] } {
  let kept: string[] = [];
  let open = '';
  return {
    take(chunk) {
      const lines = (open + chunk).split(/\r?\n|\r/);
      open = (lines.pop() ?? '').slice(-MAX_LINE_LENGTH);
      kept = [...kept, ...lines].slice(-KEPT_LINES);
    },
    lines: () => (open === '' ? kept : [...kept, open]),
  };
}
