import { expect, it } from 'vitest';
import { createPictureCache } from './picture-cache.ts';

it('keeps the images of others when a visitor requests many', () => {
  const cache = createPictureCache<string>(10);
  for (const at of [1, 2, 3]) cache.keep(`/og/known-${at}.png`, 'known', `192.0.2.${at}`);
  for (let at = 0; at < 1000; at += 1) cache.keep(`/og/any-${at}.png`, 'any', '198.51.100.1');
  for (const at of [1, 2, 3]) expect(cache.get(`/og/known-${at}.png`)).toBe('known');
  const left = Array.from({ length: 1000 }, (_, at) => at).filter((at) => cache.get(`/og/any-${at}.png`) !== undefined);
  expect(left).toEqual([993, 994, 995, 996, 997, 998, 999]);
});

it('replaces an image that is drawn again', () => {
  const cache = createPictureCache<string>(1);
  cache.keep('/og/a.png', 'old', '192.0.2.1');
  cache.keep('/og/a.png', 'new', '192.0.2.2');
  expect(cache.get('/og/a.png')).toBe('new');
  cache.keep('/og/b.png', 'other', '192.0.2.2');
  expect([cache.get('/og/a.png'), cache.get('/og/b.png')]).toEqual([undefined, 'other']);
});
