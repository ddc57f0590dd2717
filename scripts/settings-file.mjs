import { existsSync } from 'node:fs';
import { inRoot } from './project-root.mjs';

const FILE = inRoot('.env');

/** Reads `.env` into the environment. A variable that is already set wins over the file. */
export function loadSettingsFile() {
  if (existsSync(FILE)) process.loadEnvFile(FILE);
}
