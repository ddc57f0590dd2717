import { LOCALES } from '@bakkum/i18n/locale';
import { BUILT_PAGES } from '@bakkum/site/pages';
import { expect, it } from 'vitest';
import { pageSharePicture } from './page-share-picture.server.ts';

const LISTED = BUILT_PAGES.filter((page) => page.listed && !page.pair);

it.each(LOCALES)('draws a different preview image for every listed page (%s)', (locale) => {
  const drawings = LISTED.map(({ id }) => ({ id, svg: pageSharePicture(`page-${id}`, locale, 'Bakkum') }));
  expect(drawings.filter(({ svg }) => svg === undefined)).toEqual([]);
  expect(new Set(drawings.map(({ svg }) => svg)).size).toBe(LISTED.length);
});

it('refuses names of other pages', () => {
  for (const slug of ['home', 'page-', 'page-account', 'page-constructor', 'page-__proto__'])
    expect(pageSharePicture(slug, 'en', 'Bakkum')).toBeUndefined();
});
