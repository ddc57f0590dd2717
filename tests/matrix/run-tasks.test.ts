import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ConversionPath, Outcome } from './conversion-path.ts';
import { parseReport, toTsv } from './report.ts';
import { conversionKey, runTasks, type TaskRun } from './run-tasks.ts';
import { folderTasks } from './tasks.ts';

let folder: string;
let out: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bakkum-matrix-run-'));
  out = path.join(folder, 'report.tsv');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const REFUSED: Outcome = { ok: false, code: 'corrupt', milliseconds: 1 };

/** A conversion path that reaches these formats and returns the given outcome. */
function fakePath(targets: readonly string[], answer: (to: string) => Promise<Outcome> = async () => REFUSED) {
  const asked: string[] = [];
  const way: ConversionPath = {
    targetsOf: async () => targets,
    convert: (_, to) => {
      asked.push(to);
      return answer(to);
    },
    close: async () => undefined,
  };
  return { way, asked };
}

async function tasksOf(way: ConversionPath, asked?: readonly string[]) {
  const source = path.join(folder, 'notes.json');
  writeFileSync(source, '{"a":1}');
  const bench = { way, scratch: folder, compare: false };
  const { signal } = new AbortController();
  return folderTasks(bench, { dir: folder, files: [source], signal, ...(asked && { asked }) });
}

function given(tasks: TaskRun['tasks'], more: Partial<TaskRun> = {}): TaskRun {
  const stream = { write: () => true };
  return { tasks, keyOf: conversionKey, lanes: 1, signal: new AbortController().signal, out, stream, ...more };
}

function targetsIn(file: string): readonly string[] {
  const report = parseReport(readFileSync(file, 'utf8'));
  return report.ok ? report.rows.map(({ to }) => to) : [];
}

describe('folderTasks', () => {
  test('skips unreachable targets and counts them', async () => {
    const { tasks, skipped } = await tasksOf(fakePath(['csv', 'xml']).way, ['png', 'xml', 'jpeg']);
    expect([tasks.map(({ key }) => key), skipped]).toEqual([['notes.json\txml'], 2]);
  });

  test('tries every reachable target when none is named', async () => {
    const { tasks, skipped } = await tasksOf(fakePath(['csv', 'xml']).way);
    expect([tasks.length, skipped]).toEqual([2, 0]);
  });
});

describe('runTasks', () => {
  test('writes each row before the next conversion starts', async () => {
    const seen: (readonly string[])[] = [];
    const { way } = fakePath(['csv', 'xml', 'yaml'], async () => {
      seen.push(targetsIn(out));
      return REFUSED;
    });
    await runTasks(given((await tasksOf(way)).tasks));
    expect(seen).toEqual([[], ['csv'], ['csv', 'xml']]);
  });

  test('sorts the finished report by file and target', async () => {
    const { tasks } = await tasksOf(fakePath(['yaml', 'csv']).way);
    const ended = await runTasks(given(tasks));
    expect(ended.kind === 'done' && ended.rows.map(({ to }) => to)).toEqual(['csv', 'yaml']);
    expect(targetsIn(out)).toEqual(['csv', 'yaml']);
  });

  test('stops on an interruption, and leaves a report that a second run completes', async () => {
    const controller = new AbortController();
    const first = fakePath(['csv', 'xml', 'yaml'], async (to) => {
      if (to === 'xml') controller.abort(130);
      return REFUSED;
    });
    const interrupted = await runTasks(given((await tasksOf(first.way)).tasks, { signal: controller.signal }));
    expect(interrupted).toEqual({ kind: 'interrupted', done: 1, total: 3 });
    expect(targetsIn(out)).toEqual(['csv']);

    const second = fakePath(['csv', 'xml', 'yaml']);
    const ended = await runTasks(given((await tasksOf(second.way)).tasks, { resume: true }));
    expect([ended.kind, second.asked]).toEqual(['done', ['xml', 'yaml']]);
    expect(targetsIn(out)).toEqual(['csv', 'xml', 'yaml']);
  });

  test('ends on an interruption although a conversion hangs', async () => {
    const controller = new AbortController();
    const { way } = fakePath(['csv'], () => {
      controller.abort(130);
      return new Promise(() => undefined);
    });
    const ended = await runTasks(given((await tasksOf(way)).tasks, { signal: controller.signal }));
    expect(ended).toEqual({ kind: 'interrupted', done: 0, total: 1 });
  });

  test('drops an incomplete last line and converts that pair again', async () => {
    const { way } = fakePath(['csv', 'xml']);
    const { tasks } = await tasksOf(way);
    await runTasks(given(tasks));
    const whole = readFileSync(out, 'utf8');
    writeFileSync(out, whole.slice(0, -4));
    const again = fakePath(['csv', 'xml']);
    await runTasks(given((await tasksOf(again.way)).tasks, { resume: true }));
    expect(again.asked).toEqual(['xml']);
    expect(readFileSync(out, 'utf8')).toBe(whole);
  });

  test('starts from the beginning when there is nothing to resume', async () => {
    const { way, asked } = fakePath(['csv']);
    await runTasks(given((await tasksOf(way)).tasks, { resume: true }));
    expect(asked).toEqual(['csv']);
    writeFileSync(out, 'file\tfro');
    await runTasks(given((await tasksOf(way)).tasks, { resume: true }));
    expect(asked).toEqual(['csv', 'csv']);
  });

  test('refuses to resume the report of another run, and leaves it unchanged', async () => {
    await runTasks(given((await tasksOf(fakePath(['csv', 'xml']).way)).tasks));
    const { tasks } = await tasksOf(fakePath(['csv']).way);
    expect(await runTasks(given(tasks, { resume: true }))).toMatchObject({ kind: 'refused' });
    expect(await runTasks(given(tasks, { resume: true, compares: true }))).toMatchObject({ kind: 'refused' });
    expect(targetsIn(out)).toEqual(['csv', 'xml']);
    writeFileSync(out, 'a recipe\n');
    expect(await runTasks(given(tasks, { resume: true }))).toMatchObject({ kind: 'refused' });
    expect(readFileSync(out, 'utf8')).toBe('a recipe\n');
  });

  test('replaces a report unless it resumes', async () => {
    writeFileSync(out, toTsv([], true));
    await runTasks(given((await tasksOf(fakePath(['csv']).way)).tasks));
    expect(targetsIn(out)).toEqual(['csv']);
  });
});
