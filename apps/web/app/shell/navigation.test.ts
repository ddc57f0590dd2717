import { type PageId, pathOf } from '@bakkum/site/pages';
import { expect, it } from 'vitest';
import { ALL_LINKS, CONVERTER_LINKS, MAIN_LINKS } from './navigation.ts';

const paths = (pages: readonly PageId[]) => pages.map(pathOf);

it('has the items of the specification, in its order of groups', () => {
  expect(MAIN_LINKS.map(({ path }) => path)).toEqual(
    paths(['home', 'converter', 'generator', 'subscription', 'formats', 'faq', 'privacy', 'contact']),
  );
});

it('reaches quick, batch and cloud from the file converter', () => {
  expect(CONVERTER_LINKS.map(({ path }) => path)).toEqual(paths(['quick', 'batch', 'cloud']));
  expect(MAIN_LINKS.find(({ path }) => path === pathOf('converter'))?.below).toBe(CONVERTER_LINKS);
});

it('lists every page once', () => {
  const all = ALL_LINKS.map(({ path }) => path);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toEqual(expect.arrayContaining(paths(['resources', 'status', 'terms', 'quick'])));
});
