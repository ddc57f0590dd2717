/** How large the download of an installed package is: its files, compressed. Measured once a version, as it takes seconds for the largest. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from './repository.ts';

const KNOWN = path.join(ROOT, '.cache/packed-bytes.json');

/** @param integrity of the package, which tells its versions apart */
export function packedBytes(folder: string, integrity: string): number {
  const known = existsSync(KNOWN) ? (JSON.parse(readFileSync(KNOWN, 'utf8')) as Readonly<Record<string, number>>) : {};
  const before = known[integrity];
  if (before !== undefined) return before;
  const bytes = filesIn(folder).reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  mkdirSync(path.dirname(KNOWN), { recursive: true });
  writeFileSync(KNOWN, JSON.stringify({ ...known, [integrity]: bytes }));
  return bytes;
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(file);
    return entry.isFile() ? [file] : [];
  });
}
