import { afterEach, beforeEach, expect, vi } from 'vitest';

/** An unexpected console.error fails the test that caused it. A test that expects one spies on console.error itself. */
beforeEach(() => {
  const report = vi.spyOn(console, 'error');
  return () => {
    report.mockRestore();
  };
});

afterEach(() => {
  if (!vi.isMockFunction(console.error)) return;
  const calls = vi.mocked(console.error).mock.calls;
  expect(calls, 'console.error was called').toEqual([]);
});
