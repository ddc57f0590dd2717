import { expect, it } from 'vitest';
import { storeShared } from './shared-files.ts';

/** Cache storage with one cache. */
function fakeCaches() {
  const names = new Map<string, string | null>();
  const caches = {
    delete: async () => {
      names.clear();
      return true;
    },
    open: async () => ({
      put: async (path: string, response: Response) => void names.set(path, response.headers.get('X-File-Name')),
    }),
  } as unknown as CacheStorage;
  return { caches, names };
}

const file = (name: string): File => new File(['x'], name);

it('deletes the files of earlier submissions, which may come from another site', async () => {
  const { caches, names } = fakeCaches();
  await storeShared(caches, [file('a.pdf'), file('planted.pdf')]);
  await storeShared(caches, [file('한글.pdf')]);
  expect([...names]).toEqual([['/share/0', encodeURIComponent('한글.pdf')]]);
});
