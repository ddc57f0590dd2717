import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { build, type InlineConfig } from 'vite';
import { skipBundledUrls } from '../../build-steps/bundled-urls.ts';
import { limitEngines } from '../../build-steps/limit-engines.ts';
import { noNodeModules } from '../../build-steps/no-node-modules.ts';

const SOURCES = path.resolve(import.meta.dirname, '..');
/** Packages that browsers cannot run, and their replacements. */
const REPLACEMENTS = Object.fromEntries(
  ['browserify-aes/browser.js', 'create-hash'].map((name) => [name, path.resolve(SOURCES, '../build-steps/no-encryption.ts')]),
);
const NO_TIMINGS = { bundlerTimings: false };

/** Bundles the page with its workers and the background script into a folder. */
export async function buildPages(folder: string, engines: ReadonlySet<string>): Promise<void> {
  const plugins = () => [noNodeModules(), skipBundledUrls(), limitEngines(engines)];
  const common = {
    configFile: false,
    root: SOURCES,
    base: '/',
    logLevel: 'warn',
    publicDir: false,
    define: { STATIC_COPY: 'undefined' },
    resolve: { alias: REPLACEMENTS },
  } as const satisfies InlineConfig;
  const output = { outDir: folder, target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false } as const;
  await build({
    ...common,
    plugins: [...plugins(), tailwindcss()],
    worker: { format: 'es', plugins, rolldownOptions: { checks: NO_TIMINGS } },
    build: {
      ...output,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      rolldownOptions: { checks: NO_TIMINGS, input: path.join(SOURCES, 'page.html') },
    },
  });
  await build({
    ...common,
    build: {
      ...output,
      emptyOutDir: false,
      rolldownOptions: {
        checks: NO_TIMINGS,
        input: path.join(SOURCES, 'background/background.ts'),
        output: { format: 'es', entryFileNames: 'background.js' },
      },
    },
  });
}
