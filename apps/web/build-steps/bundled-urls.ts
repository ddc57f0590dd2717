import type { Plugin } from 'vite';

const URL_OF_FILE = /new URL\(\s*(['"`][^'"`]+['"`])\s*,\s*import\.meta\.url\s*\)/g;
const URL_OF_PROGRAM = /new URL\(\s*(['"`][^'"`]+\.(?:wasm|data)['"`])\s*,\s*import\.meta\.url\s*\)/g;
const IN_PACKAGE = /\/node_modules\/|\/\.prepared\//;
/** Resolves, because module-level code may request it, but leads nowhere. */
const UNUSED = "new URL($1, 'http://unused.invalid')";

/**
 * Vite copies every file that code names by `new URL(…, import.meta.url)`, and bundles every worker named so. Two kinds must be
 * left out:
 * - the WebAssembly that a package would load itself, because engines get theirs from the registry;
 * - workers in the server's bundle, which would contain all engines a second time.
 */
export function skipBundledUrls(): Plugin {
  return {
    name: 'skip-bundled-urls',
    enforce: 'pre',
    transform: {
      filter: { code: 'import.meta.url' },
      handler(code, id) {
        const pattern = this.environment.name === 'ssr' ? URL_OF_FILE : URL_OF_PROGRAM;
        if (pattern === URL_OF_PROGRAM && !IN_PACKAGE.test(id)) return undefined;
        const changed = code.replaceAll(pattern, UNUSED);
        return changed === code ? undefined : { code: changed, map: null };
      },
    },
  };
}
