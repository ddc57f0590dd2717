import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { isIgnored, type SeenFile } from './settling.ts';

/** Lists the regular files of a folder, without its folders, links, hidden and unfinished files. @throws if it cannot be read */
export async function sourceFiles(folder: string): Promise<readonly SeenFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && !isIgnored(entry.name)).map(({ name }) => name);
  const seen = await Promise.all(names.map((name) => seenFile(folder, name)));
  return seen.filter((file) => file !== undefined);
}

/** Undefined if the file is gone. */
export async function seenFile(folder: string, name: string): Promise<SeenFile | undefined> {
  const facts = await lstat(path.join(folder, name)).catch(() => undefined);
  return facts?.isFile() ? { name, bytes: facts.size, modifiedMs: facts.mtimeMs } : undefined;
}
