import { describe, expect, it } from 'vitest';
import { formatListPage } from './format-list-view.server.ts';
import { foundFormats, foundLinks, foundPairs, pairsWith, wordsOf } from './list-search.ts';

const { formats, popular, tools } = formatListPage('ko').view;
const pairsOf = (query: string) => foundPairs(popular.links, formats, wordsOf(query)).map(({ from, to }) => `${from} ${to}`);
const formatsOf = (query: string) => foundFormats(formats, wordsOf(query)).map(({ name }) => name);

it.each([
  ['heic to jpg', ['heic', 'jpg']],
  ['HEIC→JPG', ['heic', 'jpg']],
  ['heic -> jpg', ['heic', 'jpg']],
  ['heic->jpg', ['heic', 'jpg']],
  ['7z-to-zip', ['7z-to-zip']],
  ['HEIC를 JPG로 변환', ['heic', 'jpg']],
  ['사진'.normalize('NFD'), ['사진']],
  ['  ', []],
])('%j names %j', (query, words) => expect(wordsOf(query)).toEqual(words));

describe('a search of the formats page', () => {
  it('finds the pair of two formats, by any of their extensions', () => {
    expect(pairsOf('heic to jpeg')[0]).toBe('HEIC JPG');
    expect(pairsOf('.heic를 .jpg로')).toEqual(['HEIC JPG']);
    expect(pairsOf('PDF를 워드로')[0]).toBe('PDF DOCX');
    expect(pairsOf('한글을 pdf로')[0]).toBe('HWP PDF');
    expect(pairsOf('사진을 pdf로')).toContain('JPG PDF');
    expect(pairsOf('jpg heic')).not.toContain('HEIC JPG');
  });

  it('finds pairs with one format', () => {
    expect(pairsOf('hwp')).toContain('HWP PDF');
    expect(pairsOf('hwp').every((pair) => pair.includes('HWP'))).toBe(true);
  });

  it('finds formats by their kind in both languages', () => {
    for (const query of ['사진', 'photo', 'image'])
      expect(formatsOf(query)).toEqual(expect.arrayContaining(['PNG', 'WebP', 'HEIC']));
    expect(formatsOf('동영상')).toContain('MP4');
    expect(formatsOf('압축')).toContain('ZIP');
  });

  it('finds the formats of a pair', () => {
    expect(formatsOf('heic to jpg')).toEqual(expect.arrayContaining(['HEIC', 'JPG']));
  });

  it('finds tools', () => {
    const links = tools.groups.flatMap((group) => group.links);
    expect(foundLinks(links, wordsOf('pdf 압축')).map(({ path }) => path)).toContain('/tools/compress-pdf');
  });
});

it('shows only conversions from or to formats of the chosen category', () => {
  const ofAudio = pairsWith(
    formats.filter(({ category }) => category === 'audio'),
    popular.links,
  ).map(({ from, to }) => `${from} ${to}`);
  expect(ofAudio).toContain('MP4 MP3');
  expect(ofAudio).not.toContain('HWP PDF');
});
