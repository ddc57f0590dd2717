import { startProgress } from '../../scripts/command-line/progress.mjs';
import { fieldOf, type Row } from './report.ts';
import { openReportFile, readReportFile } from './report-file.ts';

/** A unit of work of the matrix. */
export type Task = {
  /** Identifies the task and the rows it produces, see `keyOf`. */
  readonly key: string;
  run(): Promise<readonly Row[]>;
  /** Returns whether these rows, which all have its key, complete the task. */
  isDone(rows: readonly Row[]): boolean;
};

export type TaskRun = {
  readonly tasks: readonly Task[];
  readonly keyOf: (row: Row) => string;
  readonly lanes: number;
  readonly signal: AbortSignal;
  /** File to which each row is appended. */
  readonly out?: string;
  /** Skips tasks whose rows are already in `out`. */
  readonly resume?: boolean;
  /** Whether rows contain comparisons. */
  readonly compares?: boolean;
  /** Stream for progress. Default: standard error. */
  readonly stream?: { write(text: string): unknown };
};

export type TaskRunEnd =
  | { readonly kind: 'done'; readonly rows: readonly Row[] }
  | { readonly kind: 'interrupted'; readonly done: number; readonly total: number }
  /** `out` cannot be resumed. */
  | { readonly kind: 'refused'; readonly problem: string };

type Earlier = { readonly kept: readonly Row[]; readonly open: readonly Task[] };

/** Returns the key of a conversion, which can also be derived from a report. */
export function conversionKey({ file, to }: Pick<Row, 'file' | 'to'>): string {
  return `${fieldOf(file)}\t${to}`;
}

/** Runs all tasks, as many at once as there are lanes. Rows are sorted by file and target. */
export async function runTasks(given: TaskRun): Promise<TaskRunEnd> {
  const { tasks, lanes, signal, out, stream, compares = false } = given;
  if (signal.aborted) return { kind: 'interrupted', done: 0, total: tasks.length };
  const earlier = await earlierRows(given);
  if ('problem' in earlier) return { kind: 'refused', problem: earlier.problem };
  const rows = [...earlier.kept];
  const total = tasks.length;
  let done = total - earlier.open.length;
  const report = out === undefined ? undefined : await openReportFile(out, rows, compares);
  const progress = startProgress({ label: 'matrix', total, doneBefore: done, ...(stream && { stream }) });
  progress.print(`matrix: ${total} tasks${done > 0 ? `, ${done} of them already done` : ''}`);
  try {
    const work = inLanes(earlier.open, lanes, signal, (made) => {
      report?.add(made);
      rows.push(...made);
      done += 1;
      progress.add(made.at(-1)?.status ?? 'refused');
    });
    await Promise.race([work, abortOf(signal)]);
  } finally {
    progress.end();
    report?.close();
  }
  if (signal.aborted) return { kind: 'interrupted', done, total };
  rows.sort((a, b) => a.file.localeCompare(b.file, 'en') || a.to.localeCompare(b.to, 'en'));
  await report?.replaceWith(rows);
  return { kind: 'done', rows };
}

async function inLanes(
  tasks: readonly Task[],
  lanes: number,
  signal: AbortSignal,
  onRows: (rows: readonly Row[]) => void,
): Promise<void> {
  const queue = [...tasks];
  const lane = async (): Promise<void> => {
    for (let task = queue.shift(); task && !signal.aborted; task = queue.shift()) {
      const rows = await task.run().catch((error: unknown) => {
        // An interrupted conversion has no result.
        if (!signal.aborted) throw error;
      });
      if (rows && !signal.aborted) onRows(rows);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Returns the rows of an earlier run to keep, and the remaining tasks. */
async function earlierRows({ tasks, keyOf, out, resume, compares = false }: TaskRun): Promise<Earlier | { problem: string }> {
  if (!resume || out === undefined) return { kept: [], open: tasks };
  const report = await readReportFile(out);
  if (!report) return { kept: [], open: tasks };
  if (!report.ok) return { problem: `${out} cannot be resumed: line ${report.line} is not valid` };
  const { rows } = report;
  if (rows.length > 0 && report.compares !== compares)
    return { problem: `${out} was written ${compares ? 'without' : 'with'} --compare` };
  const byKey = Map.groupBy(rows, keyOf);
  const keys = new Set(tasks.map(({ key }) => key));
  const foreign = rows.find((row) => !keys.has(keyOf(row)));
  if (foreign)
    return { problem: `${out} is from another run: this one does not convert ${foreign.file} to ${foreign.to || 'anything'}` };
  const open = tasks.filter(({ key, isDone }) => !isDone(byKey.get(key) ?? []));
  const openKeys = new Set(open.map(({ key }) => key));
  return { kept: rows.filter((row) => !openKeys.has(keyOf(row))), open };
}
