import { expect, it, vi } from 'vitest';
import { webCrypto } from './web-crypto.ts';

it('says that plain HTTP has no Web Crypto instead of failing as a defect', () => {
  vi.stubGlobal('crypto', {});
  expect(() => webCrypto()).toThrow(expect.objectContaining({ code: 'needs-capability' }));
  vi.unstubAllGlobals();
  expect(webCrypto()).toBe(crypto.subtle);
});
