import type { FormatId } from '@bakkum/conversion/engine';
import { startProgress } from '../../scripts/command-line/progress.mjs';
import { type Bench, convertOnce, type FilePlan, planFile, sourceOf } from './convert-file.ts';
import { conversionKey, type Task } from './run-tasks.ts';
import type { Conversion } from './sample.ts';
import { checkPair, isChecked, type Pair, type Samples } from './support.ts';

export type FolderTasks = {
  readonly tasks: readonly Task[];
  /** Number of pairs of a file and a requested target that no plan reaches. */
  readonly skipped: number;
};

/** Creates a task for every file of a folder and every target of its format, or every requested one. */
export async function folderTasks(
  bench: Bench,
  given: {
    readonly dir: string;
    readonly files: readonly string[];
    readonly asked?: readonly FormatId[];
    readonly signal: AbortSignal;
  },
): Promise<FolderTasks> {
  const { dir, files, asked, signal } = given;
  const progress = startProgress({ label: 'looking at files', total: files.length });
  const plans: FilePlan[] = [];
  try {
    for (const file of files) {
      if (signal.aborted) break;
      plans.push(await planFile(bench.way, dir, file, asked));
      progress.add('found');
    }
  } finally {
    progress.end();
  }
  return {
    tasks: plans.flatMap((plan) => tasksOf(bench, plan)),
    skipped: plans.reduce((sum, { skipped }) => sum + skipped, 0),
  };
}

function tasksOf(bench: Bench, { source, file, targets, refused }: FilePlan): readonly Task[] {
  if (refused) return [{ key: conversionKey(refused), run: async () => [refused], isDone: (rows) => rows.length > 0 }];
  return targets.map((to) => ({
    key: conversionKey({ file: source.file, to }),
    run: async () => [await convertOnce(bench, source, file, to)],
    isDone: (rows) => rows.length > 0,
  }));
}

/** Creates a task for each of these conversions, whether or not a plan reaches the target. */
export async function conversionTasks(bench: Bench, dir: string, conversions: readonly Conversion[]): Promise<readonly Task[]> {
  const tasks: Task[] = [];
  for (const { file, to } of conversions) {
    const source = await sourceOf(dir, file);
    tasks.push(...tasksOf(bench, { source, file, targets: [to], skipped: 0 }));
  }
  return tasks;
}

/** Creates a task for every pair of the support table. Its rows are identified by formats, as several samples may be tried. */
export function supportTasks(bench: Bench, pairs: readonly Pair[], samples: Samples): readonly Task[] {
  return pairs.map((pair) => ({
    key: pairKey(pair),
    run: () => checkPair(bench, pair, samples),
    isDone: (rows) => rows.length > 0 && isChecked(rows, samples.get(pair.from) ?? []),
  }));
}

export function pairKey({ from, to }: Pair): string {
  return `${from}\t${to}`;
}
