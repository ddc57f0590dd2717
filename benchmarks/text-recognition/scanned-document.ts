import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ScannedImage, scannedPdfOf } from '@bakkum/tests/scanned-pdf';
import type { PageKind, PageMaker } from './pages.ts';

/** Writes a PDF whose pages are images only, like a scanner's. Kinds repeat until there are enough pages. */
export async function writeScannedDocument(
  { maker, folder }: { readonly maker: Pick<PageMaker, 'make'>; readonly folder: string },
  kinds: readonly PageKind[],
  count: number,
): Promise<string> {
  const images: ScannedImage[] = [];
  for (const kind of kinds.slice(0, count)) images.push(await scanned(await maker.make(kind), kind.dpi, folder));
  const repeated = Array.from({ length: count }, (_, index) => images[index % images.length]).filter(
    (image) => image !== undefined,
  );
  const file = path.join(folder, `scanned-${count}.pdf`);
  await writeFile(file, new Uint8Array(await scannedPdfOf(repeated).arrayBuffer()));
  return file;
}

async function scanned(image: string, dpi: number, folder: string): Promise<ScannedImage> {
  const file = path.join(folder, 'scanned.jpg');
  execFileSync('convert', [image, '-colorspace', 'Gray', '-quality', '75', file]);
  return { jpeg: new Uint8Array(await readFile(file)), dpi };
}
