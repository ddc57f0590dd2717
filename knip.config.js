import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = import.meta.dirname;

const IGNORED_ISSUES = {
  // Assets of every engine, imported from the packages of the engines.
  'packages/core/registry/assets.*.gen.ts': ['unlisted'],
  // Imported by the declarations that prepare.mjs writes.
  'engines/arrays/h5-program.ts': ['types'],
  'engines/fonts/woff2.ts': ['types'],
};

/** Its data files are assets of engines. */
const RECOGNITION = {
  project: ['**/*.ts'],
  includeEntryExports: true,
  ignoreDependencies: ['@tesseract.js-data/eng', '@tesseract.js-data/kor'],
};

/**
 * Unused files, exports and packages. The generated registry is read too (`--no-gitignore`), so that what it lists counts
 * as used; what nothing lists and nothing imports is reported.
 */
export default async function config() {
  return {
    exclude: ['binaries'],
    ignoreExportsUsedInFile: true,
    ignoreIssues: IGNORED_ISSUES,
    workspaces: {
      '.': {
        entry: ['scripts/{bootstrap,run-task,lockfile,documented-dependencies,generate-registry,end-with-npm,lint/plugin}.mjs'],
        project: ['scripts/**/*.mjs', '*.{ts,mjs}'],
        // Programs the scripts start by path, and what those programs load by themselves.
        ignoreDependencies: ['@biomejs/biome', 'oxlint', 'oxlint-tsgolint', '@swc/core', '@sparticuz/chromium'],
      },
      'apps/cli': {
        entry: ['main.ts', 'package/{build,entry,worker}.ts', 'fetched/engine-files.node.ts'],
        project: ['**/*.ts'],
        includeEntryExports: true,
      },
      'apps/server': { entry: ['{main,dev,admin,build}.ts'], project: ['**/*.ts', '!build/**'], includeEntryExports: true },
      'apps/web': {
        entry: [
          'build-steps/{build,no-encryption,empty-module}.ts',
          'static-copy/main.ts',
          'extension/{pack/main,background/background}.ts',
          'extension/page/main.tsx',
          'app/service-worker/service-worker.ts',
          'app/entry.{client,server}.tsx',
        ],
        project: ['**/*.{ts,tsx}', '!build/**', '!.react-router/**'],
        // Imported by a style sheet.
        ignoreDependencies: ['tailwindcss'],
      },
      // The design system may be ahead of the screens.
      'packages/web/ui': { entry: ['*.tsx'], project: ['**/*.tsx'] },
      // Pinned beside better-auth, which asks for ranges the registry cannot always serve together.
      'packages/identity/accounts': {
        project: ['**/*.ts'],
        includeEntryExports: true,
        ignoreDependencies: ['@better-auth/core', '@better-auth/utils', 'better-call'],
      },
      // Programs for maintainers; fonts and names are found by their paths.
      'packages/studio/design': {
        entry: ['{contact-sheet,vectors/trim-names}.ts'],
        project: ['**/*.ts'],
        includeEntryExports: true,
        ignoreDependencies: ['@expo-google-fonts/nanum-myeongjo', 'pretendard', 'emojibase-data'],
      },
      'packages/studio/image-provider-fake': { entry: ['main.ts'], project: ['**/*.ts'], includeEntryExports: true },
      // For programs elsewhere: what it exports is for them.
      'packages/api/client': { entry: ['index.ts'], project: ['**/*.ts'] },
      'packages/*/*': { project: ['**/*.{ts,tsx}'], includeEntryExports: true },
      'packages/documents/recognition': RECOGNITION,
      formats: { project: ['**/*.ts'], includeEntryExports: true },
      tests: {
        entry: [
          '{matrix,fidelity,fidelity/pdf}/main.ts',
          'e2e/**/*.e2e.ts',
          'attack/*.{attack.ts,mjs}',
          // Playwright starts it by its path.
          'browsers/firefox-launcher.mjs',
        ],
        project: ['**/*.ts', 'browsers/*.mjs'],
      },
      benchmarks: { entry: ['{main,*/suite}.ts'], project: ['**/*.ts'] },
      ...(await engines()),
    },
  };
}

/** An engine may use a package for its data files only, or change it first; its manifest and its prepare.mjs name them. */
async function engines() {
  const folders = readdirSync(path.join(ROOT, 'engines')).filter((id) =>
    existsSync(path.join(ROOT, 'engines', id, 'manifest.ts')),
  );
  const entries = folders.map(async (id) => [
    `engines/${id}`,
    { project: ['**/*.ts'], ignore: ['.prepared/**'], includeEntryExports: true, ignoreDependencies: await assetPackages(id) },
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

async function assetPackages(id) {
  const { manifest } = await import(pathToFileURL(path.join(ROOT, 'engines', id, 'manifest.ts')).href);
  const files = Object.values(manifest.assets).filter((file) => !file.startsWith('.'));
  const packages = files.map((file) =>
    file
      .split('/')
      .slice(0, file.startsWith('@') ? 2 : 1)
      .join('/'),
  );
  const preparation = path.join(ROOT, 'engines', id, 'prepare.mjs');
  const { PACKAGE = [] } = existsSync(preparation) ? await import(pathToFileURL(preparation).href) : {};
  return packages.concat(PACKAGE);
}
