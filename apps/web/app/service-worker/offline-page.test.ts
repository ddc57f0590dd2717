import { expect, it } from 'vitest';
import { offlinePage } from './offline-page.ts';

const render = async (locale: 'en' | 'ko', stored: readonly string[]): Promise<string> => {
  const isStored = (path: string): Promise<boolean> => Promise.resolve(stored.includes(path));
  const response = await offlinePage({ locale, styles: ['/assets/app.css'], isStored });
  expect(response.status).toBe(503);
  return response.text();
};

it('says in the language of the address that the page is not stored', async () => {
  expect(await render('en', [])).toContain('This page isn’t stored on this device');
  const korean = await render('ko', []);
  expect(korean).toContain('<html lang="ko">');
  expect(korean).toContain('기기에 저장되어 있지 않아요');
});

it('links to the stored pages only', async () => {
  const page = await render('ko', ['/ko', '/ko/converter']);
  expect([...page.matchAll(/<li><a[^>]* href="([^"]+)"/g)].map(([, path]) => path)).toEqual(['/ko', '/ko/converter']);
  expect(await render('en', [])).not.toContain('<ul');
});

it('cannot be framed or scripted by another page of the site', async () => {
  const { headers } = await offlinePage({ locale: 'en', styles: [], isStored: () => Promise.resolve(false) });
  expect(headers.get('Content-Security-Policy')).toBe("frame-ancestors 'none'");
  expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
});
