import { pathToFileURL } from 'node:url';
import { inRoot } from '../project-root.mjs';

/** Writes packages/core/registry/*.gen.ts from the tree. Unchanged files are not written. */
export async function generate() {
  await import(pathToFileURL(inRoot('scripts', 'generate-registry.mjs')).href);
}
