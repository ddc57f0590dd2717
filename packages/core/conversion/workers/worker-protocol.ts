import type { Warning } from '../engine.ts';
import type { ConversionErrorCode } from '../errors.ts';
import type { OptionValues } from '../options.ts';
import type { PlanStep } from '../planner.ts';

/** Messages from runner to worker. One job at a time; `abort` names its job, so a late one is ignored. */
export type ToWorker =
  | {
      readonly type: 'run';
      readonly job: number;
      readonly steps: readonly [PlanStep, ...PlanStep[]];
      /** Each input's own steps before the last of `steps`, when inputs of several formats become one output. */
      readonly leads?: readonly (readonly PlanStep[])[];
      readonly inputs: readonly [Blob, ...Blob[]];
      readonly options: OptionValues;
      /** Number of jobs that share the processors when this one starts, itself included. */
      readonly sharers: number;
    }
  | { readonly type: 'abort'; readonly job: number }
  /** Starts engines that are likely to be needed and whose files are cached; a job that arrives meanwhile waits for the start. */
  | { readonly type: 'warm'; readonly engines: readonly string[] };

export type JobProgress =
  /** An engine's code or data is loading. For a large engine that is not cached yet, with transferred and total bytes. */
  | { readonly stage: 'loading'; readonly engine: string; readonly loadedBytes?: number; readonly totalBytes?: number }
  /** The files are present; sent for engines that take seconds to start. */
  | { readonly stage: 'starting'; readonly engine: string }
  | {
      readonly stage: 'working';
      readonly engine: string;
      /** Fraction of the whole plan, 0 to 1; absent where the running engine reports no progress. */
      readonly fraction?: number;
      /** Projected size of the result in bytes, from what the last step has written so far; absent before it writes. */
      readonly resultBytes?: number;
    };

export type JobFile = {
  readonly blob: Blob;
  readonly label?: string;
  /** Name of the file on disk behind the blob, if there is one; used only by the host's own code on both sides. */
  readonly stored?: string;
};

/** Messages from worker to runner. */
export type FromWorker =
  | { readonly type: 'progress'; readonly job: number; readonly progress: JobProgress }
  | {
      readonly type: 'done';
      readonly job: number;
      readonly files: readonly [JobFile, ...JobFile[]];
      readonly warnings: readonly Warning[];
    }
  | {
      readonly type: 'failed';
      readonly job: number;
      readonly code: ConversionErrorCode;
      readonly engine: string;
      /** Index of the failed step in the plan; absent when an input's own lead failed. */
      readonly step?: number;
      /** Index of the input it was processing. */
      readonly input?: number;
      readonly detail: string;
      /** The engine would fail on every file here. */
      readonly unfit?: true;
      /** The engine left the file to others. The worker can be reused. */
      readonly declined?: true;
    };

export type CrashCode = 'crashed' | 'out-of-memory';

/**
 * A running worker as the runner sees it; browser and Node differ only here. `onCrash` reports a worker that crashed (uncaught
 * error, out of memory), never one that was terminated, with an error code if one is known.
 */
export type WorkerLink = {
  post(message: ToWorker): void;
  onMessage(listener: (message: FromWorker) => void): void;
  onCrash(listener: (detail: string, code?: CrashCode) => void): void;
  /** Frees the disk space of results that nobody will use. Their blobs can no longer be read. */
  discard(files: readonly JobFile[]): void;
  /** Terminates the worker and deletes its unfinished files. */
  terminate(): void;
};
