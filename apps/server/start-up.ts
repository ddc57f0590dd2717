import { DatabaseUnavailable } from '@bakkum/database/database';
import { SettingsError } from './settings.ts';

/** Runs the start of a program; what a person can mend is said in a sentence, not with a stack. */
export async function orExit(start: () => Promise<void>): Promise<void> {
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
  if ('code' in error && error.code === 'EADDRINUSE')
    return `${error.message}. Another program uses this port; set PORT to a free one.`;
  if ('code' in error && error.code === 'EACCES')
    return `${error.message}. Set PORT to 1024 or higher, or DATA_DIR to a folder this user may write.`;
  return error.stack ?? error.message;
}
