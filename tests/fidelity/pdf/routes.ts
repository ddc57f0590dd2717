import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { engine } from '../../../engines/pdfium/engine.ts';
import { manifest } from '../../../engines/pdfium/manifest.ts';
import { findProgram } from '../../../scripts/programs.mjs';
import { convertWith } from '../../engine-context.ts';
import type { NativeOffice } from '../native-office.ts';

const run = promisify(execFile);

/** A program that converts PDF to Word documents. */
export type Route = {
  /** Short name for files. */
  readonly id: string;
  readonly name: string;
  /** Returns false when it refuses, crashes or takes too long. */
  toDocx(pdf: string, docx: string): Promise<boolean>;
};

/** CPU time limit in seconds, independent of other load; some pages take minutes. The limit of real time is ten minutes. */
const PDF2DOCX_PROCESSOR_SECONDS = 60;
const PDF2DOCX_TIMEOUT_MS = 600_000;

/**
 * Returns our route first, then the available alternatives: native LibreOffice's own import, and pdf2docx where it is installed.
 */
export function routesOf(office: NativeOffice): readonly Route[] {
  const pdf2docx = findProgram(['pdf2docx']);
  return [
    { id: 'ours', name: 'Bakkum', toDocx: toDocxByOurs },
    {
      id: 'office',
      name: `${office.version} (its PDF import)`,
      toDocx: (pdf, docx) => office.convert(pdf, 'pdf', 'docx', docx),
    },
    ...(pdf2docx ? [{ id: 'pdf2docx', name: 'pdf2docx', toDocx: toDocxBy(pdf2docx) }] : []),
  ];
}

async function toDocxByOurs(pdf: string, docx: string): Promise<boolean> {
  const input = new Blob([await readFile(pdf)]);
  const { outputs } = await convertWith({ engine, manifest }, { input, from: 'pdf', to: 'docx' });
  const [{ content }] = outputs;
  if (!(content instanceof Blob)) throw new TypeError('no file');
  await writeFile(docx, new Uint8Array(await content.arrayBuffer()));
  return true;
}

const toDocxBy =
  (command: string): Route['toDocx'] =>
  (pdf, docx) =>
    run('prlimit', [`--cpu=${PDF2DOCX_PROCESSOR_SECONDS}`, command, 'convert', pdf, docx], {
      timeout: PDF2DOCX_TIMEOUT_MS,
      killSignal: 'SIGKILL',
      maxBuffer: 1 << 26,
    }).then(
      () => true,
      () => false,
    );
