import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { parseReport, type Report, type Row, rowLine, toTsv } from './report.ts';

/** A report on disk. Rows are written before `add` returns, so that an interruption loses no verdict. */
export type ReportFile = {
  add(rows: readonly Row[]): void;
  close(): void;
  /** Rewrites the closed file with these rows, for example sorted. */
  replaceWith(rows: readonly Row[]): Promise<void>;
};

/** Creates a report with the rows of an earlier run. */
export async function openReportFile(file: string, kept: readonly Row[], compares: boolean): Promise<ReportFile> {
  await replace(file, toTsv(kept, compares));
  const handle = openSync(file, 'a');
  return {
    add: (rows) => void writeSync(handle, rows.map((row) => rowLine(row, compares)).join('')),
    close: () => closeSync(handle),
    replaceWith: (rows) => replace(file, toTsv(rows, compares)),
  };
}

/** Returns undefined when the file does not exist. */
export async function readReportFile(file: string): Promise<Report | undefined> {
  try {
    return parseReport(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces the file atomically. */
async function replace(file: string, content: string): Promise<void> {
  const draft = `${file}.part`;
  await writeFile(draft, content);
  await rename(draft, file);
}
