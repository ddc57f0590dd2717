import type { FileTree, TreeEntry } from '@bakkum/archive-tree/tree';
import type { Warning } from '@bakkum/conversion/engine';
import { ConversionError } from '@bakkum/conversion/errors';
import { align, append, appendFile, type Target } from './target.ts';

/** Numbers have eight hexadecimal digits. */
const MAX_UINT32 = 0xffffffff;
const KINDS = { file: 0o100_000, directory: 0o040_000, link: 0o120_000 } as const;
const RIGHTS = { file: 0o644, directory: 0o755, link: 0o777 } as const;
const BLOCK = 512;

/** Writes the "new ASCII" form of cpio (SVR4), as read by Linux and RPM. */
export async function writeCpio({ entries }: FileTree, target: Target): Promise<readonly Warning[]> {
  for (const [index, entry] of entries.entries()) {
    target.signal.throwIfAborted();
    if (entry.kind === 'file' && entry.size > MAX_UINT32)
      throw new ConversionError('too-large', `${entry.size} bytes in one file`);
    const link = new TextEncoder().encode(entry.kind === 'link' ? entry.target : '');
    header(target, entry.path, {
      number: index + 1,
      mode: KINDS[entry.kind] | (entry.mode ?? RIGHTS[entry.kind]),
      links: entry.kind === 'directory' ? 2 : 1,
      seconds: secondsOf(entry),
      size: entry.kind === 'file' ? entry.size : link.length,
    });
    if (entry.kind === 'file') await appendFile(target, entry);
    else append(target, link);
    align(target, 4, 0);
  }
  header(target, 'TRAILER!!!', { number: 0, mode: 0, links: 1, seconds: 0, size: 0 });
  align(target, BLOCK, 0);
  return [];
}

const secondsOf = ({ modifiedAt }: TreeEntry): number =>
  Math.min(MAX_UINT32, Math.max(0, Math.floor((modifiedAt?.getTime() ?? 0) / 1000)));

type Header = {
  readonly number: number;
  readonly mode: number;
  readonly links: number;
  readonly seconds: number;
  readonly size: number;
};

function header(target: Target, path: string, { number, mode, links, seconds, size }: Header): void {
  const name = new TextEncoder().encode(`${path}\0`);
  const [owner, device, checksum] = [0, 0, 0];
  const fields = [number, mode, owner, owner, links, seconds, size, device, device, device, device, name.length, checksum];
  const digits = fields.map((field) => field.toString(16).padStart(8, '0')).join('');
  append(target, new TextEncoder().encode(`070701${digits}`));
  append(target, name);
  align(target, 4, 0);
}
