/** Conversions in worker threads, as every command runs them. */
import os from 'node:os';
import { type FileOperation, planOperation, runCombination } from '@bakkum/conversion/combination';
import type { FormatId } from '@bakkum/conversion/engine';
import type { ConversionErrorCode } from '@bakkum/conversion/errors';
import { type OptionProblem, parseOptions } from '@bakkum/conversion/options';
import type { Planner } from '@bakkum/conversion/planner';
import { createRunner, type JobResult } from '@bakkum/conversion/runner';
import type { JobProgress } from '@bakkum/conversion/workers/worker-protocol';
import { heldBytes } from '@bakkum/registry/catalogue';
import { discardStored, removeAbandonedResults } from '@bakkum/registry/node/file-blobs.node';
import { type NativeUse, openNodeHost } from '@bakkum/registry/node/native-host.node';
import type { OpenedFile } from './open-file.ts';

export type ConversionRequest = {
  readonly file: OpenedFile;
  readonly to: FormatId;
  /** Raw values, checked by the schema of the engines. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: JobProgress) => void;
};

/** Files to combine, in their order, two files to compare, or a file to sign and its certificate. */
export type FilesRequest = Omit<ConversionRequest, 'file'> & {
  readonly files: readonly [OpenedFile, OpenedFile, ...OpenedFile[]];
};

export type Converted = Extract<JobResult, { ok: true }>;

export type NotConverted = {
  readonly ok: false;
  readonly code: ConversionErrorCode;
  /** For logs and programs. */
  readonly detail: string;
  /** With `invalid-options`, if the schema refuses them. */
  readonly problems?: readonly OptionProblem[];
  /** Index of the file that failed, if there are several. */
  readonly input?: number;
};

export type Converter = {
  readonly planner: Planner;
  /** Never rejects: failures are part of the result. */
  convert(request: ConversionRequest): Promise<Converted | NotConverted>;
  /** Makes one file `to` of several: combines, compares or signs them. Never rejects. */
  operate(operation: FileOperation, request: FilesRequest): Promise<Converted | NotConverted>;
  /** Deletes temporary files of a result that has been saved. */
  discard(result: Converted): Promise<void>;
  /** Number of running and waiting conversions. */
  pending(): number;
  /** Ends all workers once the conversions have ended. To end running conversions early, abort their signals. */
  close(): Promise<void>;
};

export type ConverterOptions = {
  /** Installed programs that conversions may use. */
  readonly native: NativeUse;
  /** Conversions at the same time. */
  readonly maxWorkers: number;
};

/** More workers hardly convert faster, and need memory each. */
const MAX_WORKERS = 4;

/** Returns the number of files to convert at once. */
export function workersHere(): number {
  return Math.min(MAX_WORKERS, os.availableParallelism());
}

export async function openConverter({ native, maxWorkers }: ConverterOptions): Promise<Converter> {
  // Leftover results that cannot be deleted do not affect these conversions.
  await removeAbandonedResults().catch(() => undefined);
  const { planner, spawn, estimateBytes } = openNodeHost(native, Math.floor(workersHere() / maxWorkers));
  const runner = createRunner({ spawn, maxWorkers, memoryBudgetBytes: os.totalmem() / 2, estimateBytes, heldBytes });
  const running = new Set<Promise<unknown>>();
  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    running.add(work);
    return work.finally(() => running.delete(work));
  };
  return {
    planner,
    async convert({ file, to, options, signal, onProgress }) {
      const { blob, detection } = file;
      if (blob.size === 0) return refused('empty', 'zero bytes');
      if (!detection.format) return refused('unsupported-type', 'unknown content');
      const answer = planner.plan(detection.format.id, to);
      if (!answer.ok) return refused(detection.encrypted ? 'encrypted' : 'no-route', `${detection.format.id} to ${to}`);
      const parsed = parseOptions(planner.optionsOf(answer.plans[0]), options);
      if (!parsed.ok)
        return { ...refused('invalid-options', parsed.problems.map(problemText).join('; ')), problems: parsed.problems };
      const plans = planner.honoring(answer.plans, parsed.values);
      const job = { inputs: [blob], plans, options: parsed.values } as const;
      return track(runner.run({ ...job, ...(signal && { signal }), ...(onProgress && { onProgress }) }));
    },
    async operate(operation, { files, to, options, signal, onProgress }) {
      const unusable = problemOf(operation, files);
      if (unusable) return unusable;
      const sources = files.map(({ detection }) => detection.format?.id ?? null);
      const combination = planOperation(planner, operation, sources, to);
      if (!combination) return refused('no-route', `${[...new Set(sources)].join(' and ')} to ${to}`);
      const parsed = parseOptions(combination.options, options);
      if (!parsed.ok)
        return { ...refused('invalid-options', parsed.problems.map(problemText).join('; ')), problems: parsed.problems };
      const [first, ...rest] = files;
      const inputs = [first.blob, ...rest.map(({ blob }) => blob)] as const;
      const job = { inputs, options: parsed.values, ...(signal && { signal }), ...(onProgress && { onProgress }) };
      return track(runCombination(runner, combination, job));
    },
    discard: ({ files }) => discardStored(files.map(({ blob }) => blob)),
    pending: () => running.size,
    async close() {
      await Promise.all(running);
      runner.dispose();
    },
  };
}

/** The first file that is empty or unknown. A certificate may have any format; its engine checks it. */
function problemOf(operation: FileOperation, files: FilesRequest['files']): NotConverted | undefined {
  const empty = files.findIndex(({ blob }) => blob.size === 0);
  if (empty >= 0) return { ...refused('empty', 'zero bytes'), input: empty };
  const documents = operation === 'sign' ? files.slice(0, 1) : files;
  const unknown = documents.findIndex(({ detection }) => !detection.format);
  return unknown < 0 ? undefined : { ...refused('unsupported-type', 'unknown content'), input: unknown };
}

function refused(code: ConversionErrorCode, detail: string): NotConverted {
  return { ok: false, code, detail };
}

function problemText({ option, reason, allowed }: OptionProblem): string {
  if (!allowed) return `option ${option}: ${reason}`;
  const accepted = 'values' in allowed ? allowed.values.join(', ') : `${allowed.min} to ${allowed.max}`;
  return `option ${option}: ${reason}; possible here: ${accepted || 'none'}`;
}
