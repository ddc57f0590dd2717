import { execFile } from 'node:child_process';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { engine as typst } from '../../../engines/typst/engine.ts';
import { manifest as typstManifest } from '../../../engines/typst/manifest.ts';
import { findProgram } from '../../../scripts/programs.mjs';
import { convertWith } from '../../engine-context.ts';
import type { NativeOffice } from '../native-office.ts';
import { asFlatText, asHtml } from './printing.ts';
import { asLatex } from './printing-latex.ts';
import { asTypst } from './printing-typst.ts';
import type { Printer, Source } from './source.ts';

const run = promisify(execFile);
const TIMEOUT_MS = 120_000;

type Print = (office: NativeOffice, source: Source, folder: string, pdf: string) => Promise<boolean>;

/** Prints a source to PDF. Returns false when its program is not installed. */
export const printSource: Print = (office, source, folder, pdf) => PRINTERS[source.printer](office, source, folder, pdf);

const PRINTERS: Readonly<Record<Printer, Print>> = {
  async libreoffice(office, source, folder, pdf) {
    const input = path.join(folder, `${source.name}.fodt`);
    await writeFile(input, asFlatText(source));
    return office.convert(input, 'fodt', 'pdf', pdf);
  },
  async chromium(_, source, folder, pdf) {
    const browser = findProgram(['chromium', 'chromium-browser', 'google-chrome']);
    if (!browser) return false;
    const input = path.join(folder, `${source.name}.html`);
    await writeFile(input, asHtml(source));
    const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--no-pdf-header-footer'];
    await run(browser, [...flags, `--print-to-pdf=${pdf}`, `file://${input}`], { timeout: TIMEOUT_MS });
    return true;
  },
  async latex(_, source, folder, pdf) {
    const program = findProgram(['pdflatex']);
    if (!program) return false;
    await writeFile(path.join(folder, `${source.name}.tex`), asLatex(source));
    // Runs twice, as the pages of the contents are known only after the first run.
    for (const _time of [1, 2])
      await run(program, ['-interaction=batchmode', `${source.name}.tex`], { cwd: folder, timeout: TIMEOUT_MS });
    await rename(path.join(folder, `${source.name}.pdf`), pdf);
    return true;
  },
  async typst(_, source, _folder, pdf) {
    const input = new Blob([asTypst(source)]);
    const { outputs } = await convertWith({ engine: typst, manifest: typstManifest }, { input, from: 'typ', to: 'pdf' });
    const [{ content }] = outputs;
    if (!(content instanceof Blob)) throw new TypeError('no file');
    await writeFile(pdf, new Uint8Array(await content.arrayBuffer()));
    return true;
  },
};
