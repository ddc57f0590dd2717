import { LOCALES } from '@bakkum/i18n/locale';
import { describe, expect, it } from 'vitest';
import { knownPages } from '../pages/known-pages.server.ts';
import { nearPages } from './near-pages.server.ts';

const pathsNear = (asked: string) => nearPages(asked, knownPages('en')).map(({ path }) => path);

describe('suggestions for an unknown address', () => {
  it.each([
    ['/convertr', '/converter'],
    ['/pricng', '/pricing'],
    ['/privacy-policy', '/privacy'],
    ['/formats/docxx', '/formats/docx'],
    ['/articles/pdf-and-docx', '/articles/pdf-or-docx'],
    ['/articles/heic', '/articles/heic-photos'],
    ['/pdf-to-dox', '/convert/pdf-to-docx'],
    ['/cloud', '/home3'],
    ['/batch', '/home2'],
    ['/subscription', '/pricing'],
    ['/resources/tutorial', '/resources/tutorials'],
  ])('%s is near %s', (asked, expected) => {
    expect(pathsNear(asked)).toContain(expected);
  });

  it('are few, and none for an address that resembles nothing', () => {
    expect(pathsNear('/convert/pdf-to-doc').length).toBeLessThanOrEqual(6);
    expect(pathsNear('/zzzzqqqqxxxx')).toEqual([]);
    expect(pathsNear('/convertr')).not.toContain('/contact');
    expect(pathsNear('/')).toEqual([]);
    expect(pathsNear('/%E0%A4%A')).toEqual([]);
  });

  it.each(LOCALES)('have a name in %s', (locale) => {
    for (const { text } of knownPages(locale)) expect(text).not.toBe('');
  });
});
