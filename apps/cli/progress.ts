import { terminalText } from '@bakkum/conversion/terminal-text';
import type { JobProgress } from '@bakkum/conversion/workers/worker-protocol';
import { durationText, startReporting } from '../../scripts/command-line/progress.mjs';

type Terminal = NonNullable<Parameters<typeof startReporting>[0]['stream']>;

export type ConversionProgress = { report(progress: JobProgress): void; end(): void };

/** Shows progress on a terminal after a second. Prints nothing elsewhere. */
export function showProgress(file: string, stream: Terminal = process.stderr): ConversionProgress {
  if (!stream.isTTY) return { report: () => undefined, end: () => undefined };
  let last: JobProgress | undefined;
  const { update, end } = startReporting({ stream, textOf: (elapsedMs) => terminalText(progressLine(file, last, elapsedMs)) });
  return {
    report(progress) {
      last = progress;
      update();
    },
    end,
  };
}

/** Measured progress, or the elapsed time if the engine reports none. */
export function progressLine(file: string, progress: JobProgress | undefined, elapsedMs: number): string {
  const time = durationText(elapsedMs);
  if (progress?.stage === 'loading') return `Loading the ${progress.engine} engine… ${shareOf(progress) ?? time}`;
  if (progress?.stage === 'starting') return `Starting the ${progress.engine} engine… ${time}`;
  if (progress?.fraction === undefined) return `Converting ${file}… ${time}`;
  return `Converting ${file}… ${percent(progress.fraction)}, ${time}`;
}

function shareOf({ loadedBytes, totalBytes }: Extract<JobProgress, { stage: 'loading' }>): string | undefined {
  return loadedBytes === undefined || !totalBytes ? undefined : percent(loadedBytes / totalBytes);
}

function percent(fraction: number): string {
  return `${Math.floor(fraction * 100)}%`;
}
