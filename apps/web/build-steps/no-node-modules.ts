import path from 'node:path';
import type { Plugin } from 'vite';

/** Modules of Node that engine scripts import in branches for Node, which browsers never run. */
const NODE_MODULE = /^(node:)?(crypto|fs|module|path)$/;
const EMPTY = path.resolve(import.meta.dirname, 'empty-module.ts');

/** Resolves Node's modules to an empty one in browser bundles. Vite would do the same with a warning for each import. */
export function noNodeModules(): Plugin {
  return {
    name: 'no-node-modules',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: { filter: { id: NODE_MODULE }, handler: () => EMPTY },
  };
}
