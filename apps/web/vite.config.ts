import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { skipBundledUrls } from './build-steps/bundled-urls.ts';
import { noNodeModules } from './build-steps/no-node-modules.ts';
import { writeNotices } from './build-steps/notices.ts';
import { writeStills } from './build-steps/stills.ts';
import { writeTypeface } from './build-steps/typeface.ts';

/** Bundles shared code into few files: code that every page loads compresses better together, and each file costs its headers. */
const TOGETHER = [
  // These two groups may only name modules that every page needs.
  { name: 'framework', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
  {
    name: 'shell',
    test: /apps\/web\/app\/(document|shell|service-worker)\/|app\/visits\/(may-count|share-choice|visit-log|visit-sender)|registry\/browser\/optional-apis|app\/state\/(create-store|network|stored-text|use-store)|packages\/web\/site\/|packages\/web\/i18n\/(intl|locale|message|react)\.ts|packages\/web\/ui\/(button|icon-button|link|class-names)\.tsx|packages\/core\/bytes\/random-id|createLucideIcon/,
  },
  // Small modules that many pages share: a file for each would cost more in headers and round trips than in bytes.
  {
    name: 'parts',
    test: /lucide-react\/dist\/esm\/icons|packages\/web\/ui\/(badge|disclosure|live-region|notice)\.tsx|packages\/web\/i18n\/quantity|packages\/api\/contract\/limits|app\/forms\/(pastes-text|take-focus|use-page-input)/,
    minShareCount: 4,
  },
  {
    name: 'people',
    test: /app\/(session|forms)\/|packages\/web\/ui\/(field|checkbox|switch|progress-bar)\.tsx/,
    minShareCount: 3,
  },
  // Only pages that show data of the server load the library for it.
  { name: 'server-data', test: /node_modules\/@tanstack\/|app\/state\/server-data/, minShareCount: 2 },
  // Code shared by the converter pages, and by those of the studio. Listed after the modules they use, which the groups would
  // otherwise include.
  // What only the list of files and the screens on demand share would bring React Aria to the first page.
  {
    name: 'converter',
    test: /features\/conversion\/(?!(combine|compare|page-editor|preview|recording|save|sign|solo|target|thumbnail)\/|failure-reason|list\/(password|row)-)|app\/workbench\/refused-notice/,
    minShareCount: 5,
  },
  // Without its lists and dialogs, which would bring React Aria to the first view of the studio.
  {
    name: 'studio',
    test: /features\/studio\/(?!(editor|gallery|results|share|viewer)\/)|packages\/studio\/prompt-analysis\//,
    minShareCount: 2,
  },
];

/** Packages that browsers cannot run, and their replacements. */
const REPLACEMENTS = Object.fromEntries(
  ['browserify-aes/browser.js', 'create-hash'].map((name) => [
    name,
    path.resolve(import.meta.dirname, 'build-steps/no-encryption.ts'),
  ]),
);

/** Turns off advice on the speed of the build. */
const NO_TIMINGS = { bundlerTimings: false };

export default defineConfig(async () => {
  const generated = path.join(import.meta.dirname, '.generated');
  await writeTypeface(generated);
  await writeStills(generated);
  writeNotices(path.resolve(import.meta.dirname, '../..'), generated);
  return {
    plugins: [noNodeModules(), skipBundledUrls(), tailwindcss(), reactRouter()],
    resolve: { alias: REPLACEMENTS },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: TOGETHER } } } } },
    },
    // Vite would discover it late in development, and reload the page once more.
    optimizeDeps: { include: ['react-aria-components'] },
    // Engine workers are modules that load their own code.
    worker: {
      format: 'es' as const,
      plugins: () => [noNodeModules(), skipBundledUrls()],
      rolldownOptions: { checks: NO_TIMINGS },
    },
    build: {
      target: 'es2022',
      // The policy allows no data: scripts or fonts, and small files compress better together.
      assetsInlineLimit: 0,
      sourcemap: false,
      reportCompressedSize: false,
      rolldownOptions: { checks: NO_TIMINGS },
    },
  };
});
