import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { COPY_SCRIPT } from './copy-script.ts';

type Visit = { readonly path: string; readonly languages?: readonly string[]; readonly chosen?: string; readonly lang?: string };

/** Runs the script on a page, and returns the address it shows and where it leads. */
function visit({ path, languages = ['en-US'], chosen, lang = 'en' }: Visit): {
  readonly shown?: string;
  readonly leads?: string;
} {
  const { pathname, search, hash } = new URL(path, 'https://copy.example');
  const result: { shown?: string; leads?: string } = {};
  const replace = (address: string): void => void (result.leads = address);
  const replaceState = (_: unknown, __: string, address: string): void => void (result.shown = address);
  runInNewContext(COPY_SCRIPT, {
    location: { pathname, search, hash, replace },
    history: { state: null, replaceState },
    navigator: { languages },
    localStorage: { getItem: () => chosen ?? null },
    document: { documentElement: { lang } },
  });
  return result;
}

it.each([
  ['/converter/', '/converter'],
  ['/converter/?shared#x', '/converter?shared#x'],
  ['/ko/', '/ko'],
  ['/converter', undefined],
  ['/', undefined],
])('shows %s as %s', (path, shown) => {
  expect(visit({ path }).shown).toBe(shown);
});

it.each([
  [{ path: '/', languages: ['ko-KR', 'en'] }, '/ko'],
  [{ path: '/home2/?quality=low#x', languages: ['fr', 'ko'] }, '/ko/home2?quality=low#x'],
  [{ path: '/faq', languages: ['en', 'ko'] }, undefined],
  [{ path: '/faq', languages: ['fr'] }, undefined],
  [{ path: '/faq', languages: ['ko'], chosen: 'en' }, undefined],
  [{ path: '/faq', chosen: 'ko' }, '/ko/faq'],
  [{ path: '/ko/faq', languages: ['ko'], lang: 'ko' }, undefined],
  [{ path: '/ko/faq', chosen: 'en', lang: 'ko' }, undefined],
  [{ path: '/faq', chosen: '//evil.example' }, undefined],
])('leads %j to %s', (given, leads) => {
  expect(visit(given).leads).toBe(leads);
});
