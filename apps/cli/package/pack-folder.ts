import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { npmCommand } from '../fetched/npm.ts';

/** Packs a folder as npm publishes it. @returns path of the tarball */
export async function packFolder(folder: string, out: string): Promise<string> {
  const [program, ...first] = npmCommand();
  const args = [...first, 'pack', '--pack-destination', out, '--loglevel=error'];
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder });
  return path.join(out, stdout.trim());
}
