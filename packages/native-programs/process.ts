import { spawn } from 'node:child_process';
import { ConversionError } from '@bakkum/conversion/errors';
import type { ProgramEnd } from '@bakkum/conversion/installed-programs';
import { descendantsOf } from './process-facts.ts';

export type Command = {
  readonly line: readonly [string, ...string[]];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Of the clock. */
  readonly seconds?: number;
  readonly onLine?: (line: string) => void;
  /** Hears of the group of processes it became, and when that ended. */
  readonly onGroup?: (group: number, running: boolean) => void;
};

const KEPT_LINES = 400;
/** What a program may print; facts about a film with thousands of chapters are some megabytes. */
const MOST_PRINTED = 32 * 1024 * 1024;
/** Of one line without an end. */
const LONGEST_LINE = 64 * 1024;
/** Added to a signal's number by shells and sandboxes. */
const SIGNALLED = 128;
const SIGNALS: Readonly<Record<string, number>> = { SIGXCPU: 24, SIGXFSZ: 25, SIGKILL: 9, SIGSEGV: 11, SIGABRT: 6 };

/** Runs a program as a group of processes of its own and waits for its end; an abort or the clock ends the whole group. */
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
        endGroup(group); // whatever it left running
        command.onGroup?.(group, false);
      }
      const number = code ?? SIGNALLED + (SIGNALS[name ?? ''] ?? 0);
      const failure = refusal ?? overrun(number);
      if (failure) reject(failure);
      else resolve({ code: number, text: printed.text(), log: log.lines() });
    });
  });
}

/** Ends a group of processes. It may have ended by itself. */
export function endGroup(group: number): void {
  endNow(-group);
}

/**
 * Ends a group of processes and all that the one who leads it started, in whatever groups they are. Answers those, which may take
 * a moment to end.
 */
export function endTree(leader: number): readonly number[] {
  const below = descendantsOf(leader);
  endGroup(leader);
  for (const one of below) endNow(one);
  return below;
}

/** Of a process, or by a negative number of a group. */
function endNow(number: number): void {
  try {
    process.kill(number, 'SIGKILL');
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH')) throw thrown;
  }
}

function overrun(code: number): ConversionError | undefined {
  if (code === SIGNALLED + 24) return new ConversionError('timeout', 'used up its processor time');
  if (code === SIGNALLED + 25) return new ConversionError('too-large', 'wrote more than it may');
  return undefined;
}

type Taker = { take(chunk: string): void };

/** All that is printed, and each line of it as it comes. */
function printer(onLine: ((line: string) => void) | undefined, tooMuch: () => void): Taker & { text(): string } {
  const chunks: string[] = [];
  let length = 0;
  let open = '';
  return {
    text: () => chunks.join(''),
    take(chunk) {
      length += chunk.length;
      if (length > MOST_PRINTED) {
        tooMuch();
        return;
      }
      if (!onLine) {
        chunks.push(chunk);
        return;
      }
      const lines = (open + chunk).split('\n');
      open = (lines.pop() ?? '').slice(-LONGEST_LINE);
      for (const line of lines) onLine(line);
    },
  };
}

/** The last lines only: a program may complain about every frame of a film. */
function keeper(): Taker & { lines(): readonly string[] } {
  let kept: string[] = [];
  let open = '';
  return {
    take(chunk) {
      const lines = (open + chunk).split(/\r?\n|\r/);
      open = (lines.pop() ?? '').slice(-LONGEST_LINE);
      kept = [...kept, ...lines].slice(-KEPT_LINES);
    },
    lines: () => (open === '' ? kept : [...kept, open]),
  };
}
