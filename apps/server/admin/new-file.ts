import { lstat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CommandRefused } from './command-refused.ts';

/** Writes a file that only the operator can read, and returns its absolute path. @throws CommandRefused if it exists or cannot be written */
export async function writeNewFile(file: string, bytes: Uint8Array): Promise<string> {
  const place = path.resolve(file);
  try {
    await writeFile(place, bytes, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw new CommandRefused(`${place} cannot be written: ${String(error.code)}`);
    throw error;
  }
  return place;
}

/** Checks before long work that its result can be saved. @throws CommandRefused if the file exists */
export async function refuseExisting(file: string): Promise<void> {
  const place = path.resolve(file);
  if (await lstat(place).catch(() => undefined)) throw new CommandRefused(`${place} exists. Name another file.`);
}
