import { expect, it, vi } from 'vitest';
import { webCrypto } from './web-crypto.ts';

it('reports missing Web Crypto on plain HTTP instead of an internal error', () => {
  vi.stubGlobal('crypto', {});
  expect(() => webCrypto()).toThrow(expect.objectContaining({ code: 'needs-capability' }));
  vi.unstubAllGlobals();
  expect(webCrypto()).toBe(crypto.subtle);
});
