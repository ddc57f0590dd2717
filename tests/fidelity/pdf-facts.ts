import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { GreyPicture } from './structural-similarity.ts';

const run = promisify(execFile);
const LIMITS = { timeout: 120_000, maxBuffer: 1 << 28 };
const DPI = 72;

/** Content of a PDF, as an independent reader (Poppler) finds it. */
export type PdfText = {
  /** Words in reading order, guessed from their positions. */
  readonly read: readonly string[];
  /** Words in the order the program wrote them. */
  readonly written: readonly string[];
};

/** Returns 0 for files that are not PDFs. */
export async function pageCountOf(pdf: string): Promise<number> {
  const { stdout } = await run('pdfinfo', [pdf], LIMITS).catch(() => ({ stdout: '' }));
  return Number(/^Pages: +(\d+)/m.exec(stdout)?.[1] ?? 0);
}

export async function textOf(pdf: string): Promise<PdfText> {
  const [read, written] = await Promise.all([textBy(pdf, []), textBy(pdf, ['-raw'])]);
  return { read: wordsOf(read), written: wordsOf(written) };
}

async function textBy(pdf: string, order: readonly string[]): Promise<string> {
  return (await run('pdftotext', ['-enc', 'UTF-8', ...order, pdf, '-'], LIMITS)).stdout;
}

/**
 * Ligatures and compatibility letters are replaced with the letters they represent; invisible characters (soft hyphens, joiners)
 * are removed.
 */
export function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFKC')
    .replaceAll(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Renders the first pages in grey at 72 pixels per inch. */
export async function pagePicturesOf(pdf: string, mostPages: number): Promise<readonly GreyPicture[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bakkum-pages-'));
  try {
    await run('pdftoppm', ['-gray', '-r', String(DPI), '-l', String(mostPages), pdf, path.join(folder, 'page')], LIMITS);
    const names = (await readdir(folder)).sort();
    return await Promise.all(names.map(async (name) => parsePgm(await readFile(path.join(folder, name)))));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Parses a binary Netpbm greymap with 8 bits, as pdftoppm writes it. */
function parsePgm(bytes: Uint8Array): GreyPicture {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 64)));
  if (!head) throw new TypeError('not a grey map');
  const [all, width, height] = head;
  return { width: Number(width), height: Number(height), pixels: bytes.subarray(all.length) };
}

/** Returns the names of its typefaces, without the prefix of subsets. */
export async function fontsOf(pdf: string): Promise<readonly string[]> {
  const { stdout } = await run('pdffonts', [pdf], LIMITS);
  const [, , ...lines] = stdout.trimEnd().split('\n');
  return [...new Set(lines.map((line) => (line.split(/\s/)[0] ?? '').replace(/^[A-Z]{6}\+/, '')))].sort();
}
