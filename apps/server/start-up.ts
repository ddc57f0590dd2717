import { DatabaseUnavailable } from '@bakkum/database/database';
import { SettingsError } from './config/settings.ts';

/** Advice for system errors, by code. */
const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: 'Set DATA_DIR to a folder that this user can write to.',
  EROFS: 'Set DATA_DIR to a folder that can be written to.',
  ENOTDIR: 'Set DATA_DIR to a folder; a part of its path is a file.',
  EEXIST: 'Set DATA_DIR to a folder; it is a file.',
  ENOSPC: 'Free up some disk space, or set DATA_DIR to a folder on another disk.',
};

/** Runs a program's startup. Prints errors that the operator can fix as one sentence, then exits. */
export async function exitOnSettingsError(start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    process.stderr.write(`${describe(error)}\n`);
    process.exit(1);
  }
}

function describe(error: unknown): string {
  if (error instanceof SettingsError) return `The server cannot start with these settings:\n${error.message}`;
  if (error instanceof DatabaseUnavailable) return error.message;
  if (!(error instanceof Error)) return String(error);
  const remedy = 'code' in error && typeof error.code === 'string' ? REMEDIES[error.code] : undefined;
  return remedy ? `${error.message}. ${remedy}` : (error.stack ?? error.message);
}
