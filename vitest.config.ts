import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longTailEngines, nativeComparisons } from './scripts/test-tiers.mjs';
import type { Mask } from './tests/browser-harness/mask.ts';
import type { BrowserName } from './tests/browsers/browser-tab.ts';

/** Belongs to the full tier by its name: slow, or in a browser with engines alone. */
const FULL_ONLY = '**/*.{full,browser}.test.{ts,tsx,mjs}';
const LONG_TAIL = `engines/{${longTailEngines().join(',')}}/**`;
/** Reloads its modules for each test (`vi.resetModules`), so it runs in a separate process. */
const ISOLATED = '**/*.isolated.test.ts';
const NEVER = ['**/node_modules/**', '**/build/**'];

/** Bounds against a test that hangs, in milliseconds. Long, since other programs may want the processors too. */
const HANGS = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 120_000 } } };

/** Starts the longest file first. Vitest goes by size until it knows durations, and this one would end alone, minutes after the rest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)));
  }
}
const isLong = ({ moduleId }: TestSpecification): boolean => moduleId.includes('/tests/engine-contract.');

const inNode = {
  ...HANGS,
  globalSetup: ['tests/run-folders.ts'],
  setupFiles: ['tests/shared-process.ts', 'tests/fail-on-console-error.ts'],
  // V8 in Node 24 sometimes aborts while it frees compiled WebAssembly code: https://github.com/nodejs/node/issues/64500
  execArgv: ['--no-wasm-code-gc'],
  // A few processes run all files, because starting a process and loading modules for each file would take most of the time.
  isolate: false,
  maxWorkers: Math.min(8, Math.max(2, availableParallelism())),
};

/** Browsers that lack APIs, each as a separate project (tests/browser-harness/mask.ts). */
const MASKS: readonly Mask[] = ['safari', 'plain-http'];

/** Other browsers than Chromium. What needs one is skipped where it is not installed. */
const OTHER_BROWSERS: readonly BrowserName[] = ['firefox', 'webkit'];

/** Journeys that work without what the mask removes. The others need the full office engine, the private file system, or are not tried yet. */
const MASKED_JOURNEYS = ['tests/e2e/conversion/{converter,pairs,media.full}.e2e.ts', 'tests/e2e/studio/orders.e2e.ts'];

const ENGLISH: readonly ('en' | 'ko')[] = ['en'];

/** Journeys in other browsers: the core ones, which need little of a driver. */
const CORE_JOURNEYS = ['tests/e2e/browsers/*.e2e.ts'];

/** One server and one browser for all. */
const inBrowser = {
  ...HANGS,
  globalSetup: ['tests/e2e/global-setup.ts'],
  setupFiles: ['tests/shared-process.ts', 'tests/fail-on-console-error.ts'],
  isolate: false,
  fileParallelism: false,
  sequence: { groupOrder: 1 },
};

/** One server for all attacks, in sequence, because each measures the load it causes. */
const underAttack = {
  ...HANGS,
  globalSetup: ['tests/run-folders.ts', 'tests/attack/global-setup.ts'],
  setupFiles: ['tests/shared-process.ts', 'tests/fail-on-console-error.ts'],
  isolate: false,
  fileParallelism: false,
  sequence: { groupOrder: 2 },
};

/**
 * Tests in Node (`unit`, `unit-isolated`) and journeys through the built site (`e2e`) are the default tier; the projects `*-full` have
 * what only the full tier runs. The name or the folder of a file says where it belongs (CONTRIBUTING.md).
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...inNode,
          name: 'unit',
          include: ['{apps,packages,engines,providers,formats,content,tests,benchmarks,scripts}/**/*.test.{ts,tsx,mjs}'],
          exclude: [...NEVER, FULL_ONLY, LONG_TAIL, ISOLATED],
          provide: { comparesNatively: false },
        },
      },
      { test: { ...inNode, name: 'unit-native', include: nativeComparisons(), exclude: [...NEVER, LONG_TAIL] } },
      {
        test: {
          ...inNode,
          name: 'unit-isolated',
          include: [`{apps,packages}/${ISOLATED}`],
          exclude: NEVER,
          setupFiles: ['tests/fail-on-console-error.ts'],
          isolate: true,
        },
      },
      {
        test: {
          ...inNode,
          name: 'unit-full',
          include: [`{apps,packages,engines,scripts,tests}/${FULL_ONLY}`, `${LONG_TAIL}/*.test.{ts,mjs}`],
          exclude: NEVER,
        },
      },
      // Engines in browsers that lack APIs. Tests that need a complete browser are marked and skipped.
      ...MASKS.map((mask) => ({
        test: {
          ...inNode,
          name: `unit-${mask}`,
          include: ['tests/engine-contract.browser.test.ts'],
          exclude: NEVER,
          provide: { mask },
        },
      })),
      ...OTHER_BROWSERS.map((browser) => ({
        test: {
          ...inNode,
          name: `unit-${browser}`,
          include: [
            'tests/engine-contract.browser.test.ts',
            'tests/nested-workers.browser.test.ts',
            'engines/heif/*.browser.test.ts',
            'engines/page-layout/*.browser.test.ts',
            'engines/resvg/*.browser.test.ts',
            'engines/vips/*.browser.test.ts',
          ],
          exclude: NEVER,
          provide: { browser },
        },
      })),
      {
        test: {
          ...inBrowser,
          name: 'e2e',
          include: ['tests/e2e/**/*.e2e.ts'],
          exclude: ['**/*.full.e2e.ts'],
          provide: { languages: ['en'] },
        },
      },
      {
        test: {
          ...inBrowser,
          name: 'e2e-safari',
          include: MASKED_JOURNEYS,
          provide: { languages: ['en'], mask: 'safari' },
        },
      },
      ...OTHER_BROWSERS.map((browser) => ({
        test: {
          ...inBrowser,
          name: `e2e-${browser}`,
          include: CORE_JOURNEYS,
          provide: { languages: ENGLISH, browser },
        },
      })),
      // Journeys of the default tier once more, in Korean, and those that it leaves out.
      { test: { ...inBrowser, name: 'e2e-full', include: ['tests/e2e/**/*.e2e.ts'], provide: { languages: ['ko'] } } },
      { test: { ...underAttack, name: 'attack-full', include: ['tests/attack/*.attack.ts'] } },
    ],
  },
});
