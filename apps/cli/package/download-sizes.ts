/**
 * Download sizes of packages, shown before a download. npm does not report them, so each version is downloaded once, when first
 * packed, and its size is stored in download-sizes.json.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { downloadTarball } from '../fetched/npm.ts';

type Package = { readonly name: string; readonly version: string };

const FILE = path.join(import.meta.dirname, 'download-sizes.json');

/** @returns bytes, in the order given */
export async function downloadSizes(packages: readonly Package[]): Promise<readonly number[]> {
  const known = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, number>>;
  const sizes: [string, number][] = [];
  for (const { name, version } of packages) {
    const id = `${name}@${version}`;
    sizes.push([id, known[id] ?? (await measure(name, version))]);
  }
  const sorted = sizes.toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  const text = `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
  if (text !== readFileSync(FILE, 'utf8')) writeFileSync(FILE, text);
  return sizes.map(([, bytes]) => bytes);
}

async function measure(name: string, version: string): Promise<number> {
  process.stderr.write(`Measuring the download of ${name}@${version}…\n`);
  const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-measure-'));
  try {
    return statSync(await downloadTarball(name, version, folder, new AbortController().signal)).size;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
