import { defineConfig } from 'vitest/config';

/** Unit and contract tests, beside the code they test. They run in Node; journeys in a browser are in tests/e2e. */
export default defineConfig({
  test: {
    include: ['{apps,packages,engines,providers,formats,content,tests,benchmarks,scripts}/**/*.test.{ts,tsx,mjs}'],
    exclude: ['**/node_modules/**', '**/build/**', 'tests/e2e/**'],
    globalSetup: ['tests/postgres.ts'],
    setupFiles: ['tests/fail-on-console-error.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // A second, the default, passes on a busy machine before anything has happened.
    expect: { poll: { timeout: 60_000 } },
  },
});
