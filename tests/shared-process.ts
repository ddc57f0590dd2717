import { afterAll, expect, vi } from 'vitest';

/** Variables that native libraries set when they load. libvips, the library of sharp, sets this one. */
const SET_BY_LIBRARIES: ReadonlySet<string> = new Set(['VIPSHOME']);

const before = stateOfProcess();
/** The original globals. Hono's Node server replaces them with versions that, for example, `Blob` streams don't accept. */
const { Request, Response } = globalThis;

vi.resetModules = () => {
  throw new Error('would reset the modules of every test file in this process: name this file *.isolated.test.ts');
};

/** Test files share a process. Stubs of a file are restored after it; any other change it made fails it. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const [name, value] of Object.entries({ Request, Response }))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  expect(stateOfProcess()).toEqual(before);
});

function stateOfProcess() {
  const variables = Object.entries(process.env).filter(([name]) => !SET_BY_LIBRARIES.has(name));
  return { folder: process.cwd(), environment: Object.fromEntries(variables) };
}
