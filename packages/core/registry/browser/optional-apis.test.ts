import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  freeBytes,
  isPhone,
  lockManager,
  openCache,
  pageCanWriteFiles,
  plannedMemory,
  privateFolder,
} from './optional-apis.browser.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const host = (navigator: object, screen?: object) => {
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('screen', screen);
};
const refuse = (refusal: Error) => () => Promise.reject(refusal);
const SECURITY = new DOMException('not here', 'SecurityError');

describe('storage', () => {
  it('is optional', async () => {
    host({});
    vi.stubGlobal('caches', undefined);
    expect([await freeBytes(), await privateFolder(), lockManager(), pageCanWriteFiles()]).toEqual([
      undefined,
      undefined,
      undefined,
      false,
    ]);
  });

  it('may lack an estimate, as before Safari 17', async () => {
    host({ storage: { getDirectory: async () => 'folder' } });
    expect([await freeBytes(), await privateFolder()]).toEqual([undefined, 'folder']);
  });

  it.each([SECURITY, new TypeError('no storage for this origin')])('may refuse with %s', async (refusal) => {
    host({ storage: { estimate: refuse(refusal), getDirectory: refuse(refusal) } });
    vi.stubGlobal('caches', { open: refuse(refusal) });
    expect([await freeBytes(), await privateFolder(), await openCache('assets')]).toEqual([undefined, undefined, undefined]);
  });

  it('does not hide defects', async () => {
    host({ storage: { estimate: refuse(new RangeError('ours')) } });
    await expect(freeBytes()).rejects.toThrow(RangeError);
  });

  it('subtracts current usage', async () => {
    host({ storage: { estimate: async () => ({ quota: 10, usage: 3 }) } });
    expect(await freeBytes()).toBe(7);
  });
});

describe('memory', () => {
  it('is what the browser states', () => {
    host({ deviceMemory: 2 });
    expect(plannedMemory()).toBe(2);
  });

  it.each([
    ['a computer', { maxTouchPoints: 0 }, { width: 1920, height: 1080 }, false, 8],
    ['a computer with a touch screen', { maxTouchPoints: 10 }, { width: 1920, height: 1080 }, false, 8],
    ['a tablet', { maxTouchPoints: 5 }, { width: 820, height: 1180 }, false, 8],
    ['a phone', { maxTouchPoints: 5 }, { width: 390, height: 844 }, true, 4],
    ['a phone on its side', { maxTouchPoints: 5 }, { width: 844, height: 390 }, true, 4],
    ['a worker', {}, undefined, false, 8],
  ])('is planned for %s that does not state it', (_, navigator, screen, phone, gibibytes) => {
    host(navigator, screen);
    expect([isPhone(), plannedMemory()]).toEqual([phone, gibibytes]);
  });
});
