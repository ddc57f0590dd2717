import path from 'node:path';

/** Absolute path of the repository. */
export const ROOT = path.resolve(import.meta.dirname, '../../..');
