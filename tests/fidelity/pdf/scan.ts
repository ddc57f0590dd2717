import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type ScannedImage, scannedPdfOf } from '../../scanned-pdf.ts';

const run = promisify(execFile);
const DPI = 200;
const QUALITY = 75;

/** Writes the pages of a PDF as grey JPEG images of 200 dpi, as an office scanner does. */
export async function writeScan(pdf: string, scan: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bakkum-scan-'));
  try {
    await run('pdftoppm', ['-r', String(DPI), '-gray', pdf, path.join(folder, 'page')]);
    const images: ScannedImage[] = [];
    for (const name of (await readdir(folder)).sort()) {
      const file = path.join(folder, `${name}.jpg`);
      await run('convert', [path.join(folder, name), '-quality', String(QUALITY), file]);
      images.push({ jpeg: new Uint8Array(await readFile(file)), dpi: DPI });
    }
    await writeFile(scan, new Uint8Array(await scannedPdfOf(images).arrayBuffer()));
  } finally {
    await rm(folder, { recursive: true });
  }
}
