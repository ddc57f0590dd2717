import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** Modules decide once, when they are loaded, whether they are part of a copy. */
async function pagesOf(copy: object | undefined): Promise<typeof import('./pages.ts')> {
  vi.stubGlobal('STATIC_COPY', copy);
  return import('./pages.ts');
}

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

it('has all pages if there is a server', async () => {
  const { isBuilt, isReachable, linkOf } = await pagesOf(undefined);
  expect([isBuilt('cloud'), isReachable('cloud'), linkOf('/home3')]).toEqual([true, true, {}]);
});

it('has no pages that need a server, and links to none', async () => {
  const { isBuilt, isReachable, linkOf, pageAt, pageOfKey } = await pagesOf({ engines: 'all', packed: {} });
  expect([isBuilt('cloud'), isReachable('cloud'), pageAt('/home3'), pageOfKey('home3')]).toEqual([
    false,
    false,
    undefined,
    undefined,
  ]);
  expect(['/home3', '/home3#link=x', '/account?next=1', '/contact'].map(linkOf)).toEqual(Array(4).fill(undefined));
  expect(['/converter', '/convert/jpg-to-png', '/articles/x', '/'].map(linkOf)).toEqual(Array(4).fill({}));
});

it('links to the installation it names', async () => {
  const site = 'https://bakkum.example';
  const { isBuilt, isReachable, linkOf } = await pagesOf({ engines: 'all', packed: {}, site });
  expect([isBuilt('cloud'), isReachable('cloud')]).toEqual([false, true]);
  expect([linkOf('/home3#link=x'), linkOf('/faq')]).toEqual([{ site }, {}]);
});
