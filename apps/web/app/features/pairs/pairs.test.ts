import { LOCALES } from '@bakkum/i18n/locale';
import { MIN_DESCRIPTION_LENGTH } from '@bakkum/i18n/min-description-length';
import { pairs as english } from '@bakkum/i18n/strings/conversion/pairs.en';
import { publicFormats } from '@bakkum/registry/catalogue';
import { formatText } from '@bakkum/registry/format-texts';
import { isOffered, offeredCounts, pairOfSlug, pairPath, popularPairs, slugOf } from '@bakkum/registry/offered-pairs';
import { describe, expect, it } from 'vitest';
import { accountFacts } from '../../document/account-facts.server.ts';
import { formatListPage } from './format-list-view.server.ts';
import { formatPage, formatsWithPage } from './format-view.server.ts';
import { missingView } from './missing-view.server.ts';
import { factsOf } from './pair-facts.server.ts';
import { type PairPage, pairPage } from './pair-view.server.ts';
import { relatedPairs } from './related.server.ts';

/** Length in words of the shingles that are compared. */
const SHINGLE = 3;
/** Maximum share of shingles that two pages have in common (Jaccard). Measured: 0.73 for the closest two. */
const MAX_SIMILARITY = 0.76;

const pages = (locale: 'en' | 'ko'): readonly (readonly [path: string, page: PairPage])[] =>
  popularPairs().flatMap((pair) => {
    const facts = factsOf(pair);
    return facts ? [[pairPath(pair), pairPage(facts, locale)] as const] : [];
  });
const byLocale = { en: pages('en'), ko: pages('ko') };

/** The text of a page below its heading, without links. */
function bodyOf({ view }: PairPage): string {
  return [
    view.lead,
    ...view.chips,
    view.notice,
    ...view.kept.lines,
    ...view.lost.lines,
    ...view.options.lines.flatMap(({ name, choices }) => [name, choices]),
    ...[...view.steps.items, ...view.tiles].flatMap(({ title, body }) => [title, body]),
    view.why?.body,
    ...view.about.flatMap(({ body, facts }) => [body, facts]),
    ...view.questions.items.flatMap(({ question, answer }) => [question, answer]),
  ].join(' ');
}

function shingles(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().split(/\s+/);
  return new Set(words.slice(SHINGLE - 1).map((_, at) => words.slice(at, at + SHINGLE).join(' ')));
}

function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = a.intersection(b).size;
  return shared / (a.size + b.size - shared);
}

describe.each(LOCALES)('pages of pairs in %s', (locale) => {
  it('number at least four hundred, each with its own title and description', () => {
    const all = byLocale[locale].map(([, page]) => page);
    expect(all.length).toBeGreaterThanOrEqual(400);
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
    expect(new Set(all.map(({ description }) => description)).size).toBe(all.length);
    expect(all.filter(({ description }) => description.length < MIN_DESCRIPTION_LENGTH[locale])).toEqual([]);
  });

  it('contain no placeholder, unresolved particle or sentence of the other language', () => {
    for (const [path, page] of byLocale[locale]) {
      const text = [page.title, page.description, bodyOf(page)].join(' ');
      expect(text, `at ${path}`).not.toMatch(/[{}]|undefined|을\(를\)|\(으\)로|이\(가\)|은\(는\)|과\(와\)/);
      if (locale === 'en') expect(text, `at ${path}`).not.toMatch(/\p{Script=Hangul}/u);
      else
        for (const { question, answer } of page.view.questions.items)
          expect(question + answer, `at ${path}`).toMatch(/\p{Script=Hangul}/u);
    }
  });

  it('are not near-duplicates', () => {
    const sets = byLocale[locale].map(([path, page]) => [path, shingles(bodyOf(page))] as const);
    let closest = { share: 0, paths: '' };
    for (const [at, [path, set]] of sets.entries())
      for (const [other, otherSet] of sets.slice(0, at)) {
        // Pairs without a common side share no format text, so they are less similar than pairs with one.
        if (!path.split(/\/|-to-/).some((side, place) => place > 1 && side === other.split(/\/|-to-/)[place])) continue;
        const share = alike(set, otherSet);
        if (share > closest.share) closest = { share, paths: `${path} ${other}` };
      }
    expect(closest.share, `of ${closest.paths}`).toBeLessThanOrEqual(MAX_SIMILARITY);
  });

  it('link only to supported pairs and existing pages', () => {
    const written = new Set(formatsWithPage().map(({ id }) => `/formats/${id}`));
    for (const [, { view }] of byLocale[locale]) {
      for (const { path } of [...view.related.links, ...view.more.links]) {
        const pair = pairOfSlug(path.replace('/convert/', ''));
        expect(pair && isOffered(pair), `at ${path}`).toBe(true);
      }
      for (const { link } of view.about) expect(written.has(link.path), `at ${link.path}`).toBe(true);
    }
  });

  it('exist for each format with a text and a pair, and describe it', () => {
    const all = formatsWithPage().map(({ id }) => formatPage(id, locale));
    expect(all.length).toBeGreaterThan(100);
    expect(new Set(all.map((page) => page?.title)).size).toBe(all.length);
    const descriptions = [...all.map((page) => page?.description ?? ''), formatListPage(locale).description];
    expect(new Set(descriptions).size).toBe(descriptions.length);
    expect(descriptions.filter((description) => description.length < MIN_DESCRIPTION_LENGTH[locale])).toEqual([]);
  });
});

describe('the specification', () => {
  it.each(['pdf-to-docx', 'jpg-to-png', 'mp4-to-avi', 'docx-to-pdf', 'png-to-jpg', 'wav-to-mp3'])('%s has a page', (slug) => {
    const pair = pairOfSlug(slug);
    expect(pair && isOffered(pair) && pairPath(pair)).toBe(`/convert/${slug}`);
  });

  it('relates pairs by its rule: the reverse, both to PDF, the source to JPG, the target to PNG, at most four', () => {
    expect(relatedPairs({ from: 'webp', to: 'tiff' }).map(pairPath)).toEqual([
      '/convert/tiff-to-webp',
      '/convert/webp-to-pdf',
      '/convert/tiff-to-pdf',
      '/convert/webp-to-jpg',
    ]);
    expect(relatedPairs({ from: 'jpeg', to: 'png' }).map(pairPath)).toEqual([
      '/convert/png-to-jpg',
      '/convert/jpg-to-pdf',
      '/convert/png-to-pdf',
    ]);
  });
});

it('parses addresses by slug, id and extension', () => {
  expect(pairOfSlug('jpeg-to-png')).toEqual({ from: 'jpeg', to: 'png' });
  expect(pairOfSlug('tif-to-jpg')).toEqual({ from: 'tiff', to: 'jpeg' });
  expect(pairOfSlug('jpg-to')).toBeUndefined();
  expect(pairOfSlug('jpg-to-png-to-gif')).toBeUndefined();
  expect(pairOfSlug('jpg-to-nonsense')).toBeUndefined();
  const slugs = [...new Set(publicFormats().map(({ id }) => id))].map(slugOf);
  expect(new Set(slugs).size).toBe(slugs.length);
});

it('suggests the closest pairs for an unsupported one', () => {
  const view = missingView({ from: 'mp3', to: 'docx' }, 'en');
  expect(view.heading).toBe('Can’t convert MP3 to DOCX');
  expect(view.groups.map(({ heading }) => heading)).toEqual(['From MP3', 'To DOCX']);
  expect(view.groups.every(({ links }) => links.length > 0)).toBe(true);
});

it.each(['en', 'ko'] as const)('says in %s why a popular pair is missing', (locale) => {
  const bodies = ['jpeg>heic', 'zip>rar', 'cr2>jpeg', 'mp3>docx'].map((pair) => {
    const [from = '', to = ''] = pair.split('>');
    return missingView({ from, to }, locale).body;
  });
  expect(new Set(bodies).size).toBe(bodies.length);
  expect(bodies[0]).toContain('AVIF');
  expect(bodies[2]).toContain('CR2');
});

it('counts the listed formats', () => {
  const { formats, pairs } = offeredCounts();
  const { view } = formatListPage('en');
  expect(view.formats).toHaveLength(formats);
  expect(view.tiles.slice(0, 2).map(({ value }) => value)).toEqual([formats, pairs].map((count) => count.toLocaleString('en')));
  expect(view.popular.links.length).toBeGreaterThan(500);
});

it('gives the account pages the count of pairs', () => {
  expect(accountFacts().pairs).toBe(offeredCounts().pairs);
});

it('names existing formats in its sentences', () => {
  const known = new Set(publicFormats().map(({ id }) => id));
  const told = [...known].flatMap((id) => formatText(id) ?? []);
  expect(told.length).toBeGreaterThan(140);
  for (const text of told) {
    for (const words of [text.en, text.ko]) for (const sentence of Object.values(words)) expect(sentence).toMatch(/[.]$/);
    expect(text.opens.length).toBeGreaterThan(0);
  }
  const sentences = told.flatMap((text) => [...Object.values(text.en), ...Object.values(text.ko)]);
  expect(new Set(sentences).size).toBe(sentences.length);
  expect(Object.keys(english).length).toBeGreaterThan(200);
});

it('names what Hangul documents lose', () => {
  const lost = (to: string): readonly string[] => {
    const facts = factsOf({ from: 'hwp', to });
    return facts ? pairPage(facts, 'en').view.lost.lines : [];
  };
  expect(lost('pdf')).toEqual(expect.arrayContaining([english.lostHangulFonts, english.lostHangulVideos]));
  expect(lost('pdf')).not.toContain(english.lostHangulObjects);
  expect(lost('docx')).toContain(english.lostHangulObjects);
  expect(lost('docx')).not.toContain(english.lostHangulFonts);
});

describe('questions', () => {
  const answers = (from: string, to: string): ReadonlyMap<string, string> => {
    const facts = factsOf({ from, to });
    const items = facts ? pairPage(facts, 'en').view.questions.items : [];
    return new Map(items.map(({ question, answer }) => [question, answer]));
  };

  it.each([
    ['xlsx', 'csv', 'Formatting may be lost'],
    ['obj', 'stl', 'Possibly'],
    ['png', 'docx', 'Yes, only the text is kept'],
    ['tsv', 'csv', 'No.'],
  ])('say whether data is lost between %s and %s', (from, to, start) => {
    const [[question, answer] = ['', '']] = answers(from, to);
    expect(question).toMatch(/^Is any data lost/);
    expect(answer.slice(0, start.length)).toBe(start);
  });

  it('compare sizes only where the formats allow it', () => {
    const sizeOf = (from: string, to: string): string | undefined =>
      [...answers(from, to)].find(([question]) => question.includes('larger or smaller'))?.[1];
    expect(sizeOf('7z', 'zip')).toBeUndefined();
    expect(sizeOf('mod', 'mp3')).toBeUndefined();
    expect(sizeOf('tar', 'zip')).toMatch(/^Smaller/);
    expect(sizeOf('png', 'tiff')).toMatch(/^Usually similar/);
    expect(sizeOf('png', 'jpeg')).toMatch(/^Photos get much smaller/);
  });

  it('promise camera data only in formats that carry it', () => {
    const asks = (from: string, to: string): boolean =>
      answers(from, to).has(`Does the ${to.toUpperCase()} file contain location and camera data?`);
    expect(asks('heic', 'png')).toBe(true);
    expect(asks('jpeg', 'pdf')).toBe(true);
    expect(asks('heic', 'pdf')).toBe(false);
    expect(asks('heic', 'bmp')).toBe(false);
  });

  it('mention passwords only of formats that have them', () => {
    const asks = (from: string, to: string): boolean =>
      [...answers(from, to).keys()].some((question) => question.includes('password-protected'));
    expect(asks('docx', 'pdf')).toBe(true);
    expect(asks('jpeg', 'docx')).toBe(false);
  });
});
