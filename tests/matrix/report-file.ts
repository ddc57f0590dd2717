import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { parseReport, type Report, type Row, rowLine, toTsv } from './report.ts';

/** A report on disk. Rows are written before `add` returns, so an interruption loses nothing that was judged. */
export type ReportFile = {
  add(rows: readonly Row[]): void;
  close(): void;
  /** Writes the closed file again with these rows, such as the same in order. */
  replaceWith(rows: readonly Row[]): Promise<void>;
};

/** Starts a report with the rows an earlier run left. */
export async function openReportFile(file: string, kept: readonly Row[], compares: boolean): Promise<ReportFile> {
  await replace(file, toTsv(kept, compares));
  const handle = openSync(file, 'a');
  return {
    add: (rows) => void writeSync(handle, rows.map((row) => rowLine(row, compares)).join('')),
    close: () => closeSync(handle),
    replaceWith: (rows) => replace(file, toTsv(rows, compares)),
  };
}

/** Undefined if there is no such file. */
export async function readReportFile(file: string): Promise<Report | undefined> {
  try {
    return parseReport(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** At every moment the file has the old or the new content, never a part of it. */
async function replace(file: string, content: string): Promise<void> {
  const draft = `${file}.part`;
  await writeFile(draft, content);
  await rename(draft, file);
}
