import { baseName } from '@bakkum/archive-tree/paths';
import { filesOf } from '@bakkum/archive-tree/streams';
import type { FileTree, TreeFile } from '@bakkum/archive-tree/tree';
import type { Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { align, append, appendFile, type Target } from './target.ts';

const LINE_END = 0x0a;
/** Size fields have ten digits. */
const MAX_SIZE = 9_999_999_999;
/** Names shorter than this, plus a slash, are stored in the header. */
const SHORT = 16;

/** Writes a GNU ar archive. It supports files only: folders become part of names, links are dropped. */
export async function writeAr(tree: FileTree, target: Target): Promise<readonly Warning[]> {
  const { files } = filesOf(tree);
  const names = namesOf(files);
  const long = names.filter((name) => !isShort(name)).map((name) => `${name}/\n`);
  append(target, new TextEncoder().encode('!<arch>\n'));
  if (long.length > 0) {
    const table = new TextEncoder().encode(long.join(''));
    append(target, new TextEncoder().encode(`//${''.padEnd(46)}${String(table.length).padEnd(10)}\`\n`));
    append(target, table);
    align(target, 2, LINE_END);
  }
  let place = 0;
  for (const [index, file] of files.entries()) {
    target.signal.throwIfAborted();
    if (file.size > MAX_SIZE) throw new ConversionError('too-large', `${file.size} bytes in one file`);
    const name = names[index] ?? '';
    append(target, new TextEncoder().encode(header(file, isShort(name) ? `${name}/` : `/${place}`)));
    if (!isShort(name)) place += new TextEncoder().encode(`${name}/\n`).length;
    await appendFile(target, file);
    align(target, 2, LINE_END);
  }
  const links = tree.entries.filter(({ kind }) => kind === 'link').length;
  const isFlat = tree.entries.every(({ kind, path }) => kind !== 'directory' && !path.includes('/'));
  return [
    ...(links > 0 ? [{ code: 'links-dropped', params: { count: links } } as const] : []),
    ...(isFlat ? [] : [{ code: 'structure-changed' } as const]),
  ];
}

const isShort = (name: string): boolean => new TextEncoder().encode(name).length < SHORT;

/** Returns names without folders, unless two would be equal. */
function namesOf(files: readonly TreeFile[]): readonly string[] {
  const counts = Map.groupBy(files, ({ path }) => baseName(path));
  return files.map(({ path }) => ((counts.get(baseName(path))?.length ?? 0) > 1 ? path.replaceAll('/', '_') : baseName(path)));
}

function header(file: TreeFile, name: string): string {
  const seconds = Math.max(0, Math.floor((file.modifiedAt?.getTime() ?? 0) / 1000));
  const mode = (0o100_000 | (file.mode ?? 0o644)).toString(8);
  const fields = [name.padEnd(16), String(seconds).padEnd(12), '0'.padEnd(6), '0'.padEnd(6), mode.padEnd(8)];
  return `${fields.join('')}${String(file.size).padEnd(10)}\`\n`;
}
