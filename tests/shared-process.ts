import { afterAll, expect, vi } from 'vitest';

const before = { folder: process.cwd(), environment: { ...process.env } };

/** Test files share a process. What a file has replaced is put back after it; what else it has changed fails it. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  expect({ folder: process.cwd(), environment: { ...process.env } }).toEqual(before);
});
