import type { Warning } from './engine.ts';
import type { ConversionErrorCode } from './errors.ts';
import type { OptionValues } from './options.ts';
import type { PlanStep } from './planner.ts';

/** Runner → worker. One job at a time; `abort` names the job it means, a late one is ignored. */
export type ToWorker =
  | {
      readonly type: 'run';
      readonly job: number;
      readonly steps: readonly [PlanStep, ...PlanStep[]];
      /** Each input's own steps before the last of `steps`, when inputs of several formats become one output. */
      readonly leads?: readonly (readonly PlanStep[])[];
      readonly inputs: readonly [Blob, ...Blob[]];
      readonly options: OptionValues;
    }
  | { readonly type: 'abort'; readonly job: number }
  /** Engines that are likely to be needed and whose files are here: they start, and a job that comes meanwhile waits for that. */
  | { readonly type: 'warm'; readonly engines: readonly string[] };

export type JobProgress =
  /** An engine's code or data is being fetched. Of a large engine that is not kept yet: how much of how much came, in bytes of the transfer. */
  | { readonly stage: 'loading'; readonly engine: string; readonly loadedBytes?: number; readonly totalBytes?: number }
  /** Its files are here; an engine that takes seconds to start does so. */
  | { readonly stage: 'starting'; readonly engine: string }
  | {
      readonly stage: 'working';
      readonly engine: string;
      /** Of the whole plan, 0 to 1; absent where the running engine measures nothing. */
      readonly fraction?: number;
      /** Bytes the result will have if the rest is like what the last step has written so far; absent where it writes nothing yet. */
      readonly resultBytes?: number;
    };

export type JobFile = {
  readonly blob: Blob;
  readonly label?: string;
  /** Names the file on disk that holds the blob, where there is one; only the host's two halves read it. */
  readonly stored?: string;
};

/** Worker → runner. */
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
      /** Index of the plan's step that failed; absent when an input's own lead did. */
      readonly step?: number;
      /** Which of several inputs it was working on. */
      readonly input?: number;
      readonly detail: string;
    };

export type CrashCode = 'crashed' | 'out-of-memory';

/**
 * A running worker as the runner sees it; browser and Node differ only here.
 * `onCrash` reports a worker that died by itself (uncaught error, out of memory), never one that was terminated, with a code where
 * more is known than that.
 */
export type WorkerLink = {
  post(message: ToWorker): void;
  onMessage(listener: (message: FromWorker) => void): void;
  onCrash(listener: (detail: string, code?: CrashCode) => void): void;
  /** Gives back the disk space of results that nobody will take. Their blobs can no longer be read. */
  discard(files: readonly JobFile[]): void;
  /** Ends the worker; what it was writing is removed. */
  terminate(): void;
};
