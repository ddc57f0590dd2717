import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { SettingsError } from './settings.ts';

/**
 * Creates the data folder and checks that this process can write to it.
 * @throws SettingsError that names the variable
 */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await rm(await mkdtemp(path.join(dataDir, '.write-test-')), { recursive: true });
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new SettingsError(`DATA_DIR: cannot write to ${dataDir}: ${error.message}`);
  }
}
