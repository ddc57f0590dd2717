/** Runs the engine in tests and checks its results with independent programs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Warning } from '@bakkum/conversion/engine';
import { defaultsOf, type OptionValues } from '@bakkum/conversion/options';
import { engine } from '../../engines/pdf-tools/engine.ts';
import { manifest } from '../../engines/pdf-tools/manifest.ts';
import { PDF_OPTIONS } from '../../engines/pdf-tools/options.ts';
import { contextFor } from '../engine-context.ts';

let folder: string | undefined;

/** For `afterAll`: test files share a process. */
export function removeFiles(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true });
  folder = undefined;
}

export type Judged = { readonly file: string; readonly label: string | undefined };
export type Edited = {
  readonly files: readonly [Judged, ...Judged[]];
  readonly file: string;
  readonly warnings: readonly Warning[];
};

export async function edit(files: readonly [Blob, ...Blob[]], options: OptionValues = {}): Promise<Edited> {
  const request = { inputs: files, from: 'pdf', to: 'pdf', options: { ...defaultsOf(PDF_OPTIONS), ...options } };
  const { outputs, warnings } = await engine.convert(request, contextFor(manifest));
  const [first, ...rest] = outputs;
  const made = [await judged(first), ...(await Promise.all(rest.map(judged)))] as const;
  return { files: made, file: made[0].file, warnings };
}

async function judged({ content, label }: { readonly content: unknown; readonly label?: string }): Promise<Judged> {
  if (!(content instanceof Blob)) throw new TypeError('no file');
  return { file: await saved(content), label };
}

export async function saved(blob: Blob): Promise<string> {
  folder ??= mkdtempSync(path.join(tmpdir(), 'bakkum-pdf-'));
  const file = path.join(folder, `${crypto.randomUUID()}.pdf`);
  writeFileSync(file, new Uint8Array(await blob.arrayBuffer()));
  return file;
}

const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Lines of text, page by page. */
export const textIn = (file: string, ...more: readonly string[]): readonly string[] =>
  run('pdftotext', ...more, '-layout', file, '-')
    .split('\f')
    .slice(0, -1)
    .map((page) => page.trim());

export const infoOf = (file: string, ...more: readonly string[]): string => run('pdfinfo', ...more, file);

/** Fails if qpdf finds an error or a warning. */
export const check = (file: string, ...more: readonly string[]): string => run('qpdf', ...more, '--check', file);

/** All objects of a file, with streams decompressed. */
export const plainContent = (file: string): string =>
  execFileSync('qpdf', ['--qdf', '--object-streams=disable', file, '-'], { encoding: 'latin1', maxBuffer: 1 << 28 });

/** The structure of a file as qpdf reads it. */
export const outlineOf = (file: string): readonly string[] => {
  const { outlines } = JSON.parse(run('qpdf', '--json', '--json-key=outlines', file)) as { readonly outlines: readonly Item[] };
  const lines = (items: readonly Item[], depth: number): readonly string[] =>
    items.flatMap(({ title, destpageposfrom1, kids }) => [
      `${'  '.repeat(depth)}${title}: ${destpageposfrom1 ?? '-'}`,
      ...lines(kids, depth + 1),
    ]);
  return lines(outlines, 0);
};

type Item = { readonly title: string; readonly destpageposfrom1: number | null; readonly kids: readonly Item[] };

export const attachmentsOf = (file: string): readonly string[] =>
  Object.keys((JSON.parse(run('qpdf', '--json', '--json-key=attachments', file)) as { attachments: object }).attachments);

export const fieldsOf = (file: string): readonly string[] => {
  const { acroform } = JSON.parse(run('qpdf', '--json', '--json-key=acroform', file)) as {
    readonly acroform: { readonly fields: readonly { readonly fullname: string; readonly pageposfrom1: number }[] };
  };
  return acroform.fields.map(({ fullname, pageposfrom1 }) => `${fullname} on ${pageposfrom1}`);
};

export const pageLabelsOf = (file: string): unknown =>
  (JSON.parse(run('qpdf', '--json', '--json-key=pagelabels', file)) as { pagelabels: unknown }).pagelabels;
