import { JOB_STATES } from '@bakkum/api-contract/conversions/conversions';
import { CONVERSION_LIMITS } from '@bakkum/api-contract/conversions/tiers';
import { FIDELITIES } from '@bakkum/conversion/fidelity';
import { LOCALES } from '@bakkum/i18n/locale';
import { MIN_DESCRIPTION_LENGTH } from '@bakkum/i18n/min-description-length';
import { isArticle } from '@bakkum/registry/articles';
import { formatOfSlug, isOffered, offeredCounts, pairOfSlug } from '@bakkum/registry/offered-pairs';
import { toolOfSlug } from '@bakkum/registry/tools';
import { PAGES, pageAt } from '@bakkum/site/pages';
import { describe, expect, it } from 'vitest';
import { search } from './browse/search.ts';
import { privacyPage, termsPage } from './legal/legal-pages.server.ts';
import { articleCards, articleIds, drawingsOf, questionsOf, readArticle } from './library.server.ts';
import { readQuestions, renderMarkdown } from './markdown.server.ts';
import { articlePath } from './paths.ts';
import { programNumbers } from './program-numbers.server.ts';
import { articleSharePath, articleSharePicture } from './read/share-picture.server.ts';

const SITE = { brand: 'Bakkum', origin: 'https://bakkum.example', demo: false, withdrawal: [{ region: 'kr', days: 7 }] } as const;
const legal = (locale: string, path: string): URL => new URL(`${SITE.origin}${locale === 'en' ? '' : `/${locale}`}${path}`);

/** All HTML of the content, with a name for the failure message. */
const texts = LOCALES.flatMap((locale) => [
  ...articleIds().map((id) => ({ name: `${id}.${locale}`, locale, html: readArticle(id, locale)?.html ?? '' })),
  ...(['faq', 'help'] as const).flatMap((list) =>
    questionsOf(list, locale).map(({ id, html }) => ({ name: `${list}#${id}.${locale}`, locale, html })),
  ),
  { name: `privacy.${locale}`, locale, html: privacyPage(legal(locale, '/privacy'), SITE).text.html },
  { name: `terms.${locale}`, locale, html: termsPage(legal(locale, '/terms'), SITE).text.html },
]);

/** Returns whether the site has a page at a path of the default language. */
function leadsSomewhere(path: string): boolean {
  const plain = path.replace(/#.*$/, '').replace(/^\/ko(?=\/)/, '');
  if (articleIds().some((id) => articlePath(id) === plain)) return true;
  const format = /^\/formats\/(.+)$/.exec(plain)?.[1];
  if (format) return formatOfSlug(format) !== undefined;
  const pair = /^\/convert\/(.+)$/.exec(plain)?.[1];
  if (pair) return isPair(pair);
  const tool = /^\/tools\/(.+)$/.exec(plain)?.[1];
  if (tool) return toolOfSlug(tool) !== undefined;
  return pageAt(plain) !== undefined;
}

function isPair(slug: string): boolean {
  const pair = pairOfSlug(slug);
  return pair !== undefined && isOffered(pair);
}

describe('content', () => {
  it('exists in every language with the same articles and questions', () => {
    const [english, korean] = LOCALES.map((locale) => articleCards(locale).map(({ id, shelf, subject }) => [id, shelf, subject]));
    expect(korean).toEqual(english);
    expect(english?.length).toBeGreaterThan(4);
    for (const list of ['faq', 'help'] as const) {
      const [en, ko] = LOCALES.map((locale) => questionsOf(list, locale).map(({ id, subject }) => [id, subject]));
      expect(ko).toEqual(en);
    }
    expect(questionsOf('faq', 'en')).toHaveLength(12);
  });

  it('has the ids that the server knows', () => {
    expect(articleIds().filter((id) => !isArticle(id))).toEqual([]);
    expect(isArticle('my-tax-return')).toBe(false);
  });

  it.each(texts)('$name links only to existing pages', ({ html }) => {
    const links = [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, href = '']) => href);
    expect(links.filter((href) => !leadsSomewhere(href))).toEqual([]);
  });

  it.each(texts.filter(({ locale }) => locale === 'ko'))('$name is Korean', ({ html }) => {
    const letters = html.replaceAll(/<[^>]+>|&\w+;/g, '');
    const hangul = letters.match(/\p{Script=Hangul}/gu)?.length ?? 0;
    expect(hangul / letters.replaceAll(/\s/g, '').length).toBeGreaterThan(0.4);
  });

  it.each(articleIds())('%s shows all its drawings, the same in every language', (id) => {
    const [english, korean] = LOCALES.map((locale) => [...drawingsOf(id, locale).keys()].toSorted());
    expect(korean).toEqual(english);
    for (const locale of LOCALES) {
      const drawings = drawingsOf(id, locale);
      const shown = readArticle(id, locale)?.html.match(/<figure /g)?.length ?? 0;
      expect(shown).toBe(drawings.size);
      expect([...drawings.values()].filter((drawing) => !drawing.startsWith('<svg xmlns="http://www.w3.org/2000/svg" '))).toEqual(
        [],
      );
    }
  });

  it.each(articleIds())('%s is long enough and has sections and a drawing', (id) => {
    for (const locale of LOCALES) {
      const { html = '', headings = [] } = readArticle(id, locale) ?? {};
      const words = html.replaceAll(/<figure[\s\S]*?<\/figure>|<[^>]+>/g, ' ').split(/\s+/).length;
      // Korean is shorter.
      expect(words).toBeGreaterThan(locale === 'en' ? 1200 : 750);
      expect(headings.length).toBeGreaterThan(4);
      expect(drawingsOf(id, locale).size).toBeGreaterThan(0);
      expect(html).not.toMatch(/<th[^>]*>\s*<\/th>/); // screen readers announce the column's name
    }
  });

  it.each(LOCALES)('describes the API in %s with the values and limits of the program', (locale) => {
    const html = readArticle('conversion-api', locale)?.html ?? '';
    for (const value of [...JOB_STATES, ...FIDELITIES]) expect(html).toContain(`<code>${value}</code>`);
    const cells = ['commandsPerHour', 'readsPerHour', 'openJobs', 'atOnce'] as const;
    const { free, pro } = CONVERSION_LIMITS;
    for (const name of cells) {
      const limits = [free[name], pro[name]].map((limit) => `<td>${limit.toLocaleString('en')}[^<]*</td>`);
      expect(html).toMatch(new RegExp(limits.join('\\s*')));
    }
  });

  it('has unique titles and descriptions', () => {
    const cards = LOCALES.flatMap((locale) => articleCards(locale));
    expect(new Set(cards.map(({ title }) => title)).size).toBe(cards.length);
    expect(new Set(cards.map(({ description }) => description)).size).toBe(cards.length);
    const isShort = (locale: 'en' | 'ko') =>
      articleCards(locale).filter((card) => card.description.length < MIN_DESCRIPTION_LENGTH[locale]);
    expect(LOCALES.flatMap(isShort)).toEqual([]);
  });

  it('gets its numbers from the program', () => {
    const html = privacyPage(legal('en', '/privacy'), { ...SITE, processors: { mail: 'mail.example' } }).text.html;
    expect(html).toMatch(/it lasts\s30 days/);
    expect(html).toContain('mail.example');
    expect(html).not.toContain('{{');
  });

  it('names the recipient of visits if the operator configured one', () => {
    const told = (site: object) => privacyPage(legal('en', '/privacy'), { ...SITE, ...site }).text.html;
    expect(told({})).toContain('There is no third-party tracking.');
    expect(told({})).toContain('Nobody.');
    const shared = told({ sharedVisits: 'stats.example' });
    expect(shared).toContain('passes these events on to stats.example');
    expect(shared).not.toContain('There is no third-party tracking.');
    expect(shared).not.toContain('Nobody.');
  });

  it('names the operator in the privacy policy and the terms', () => {
    const operator = {
      name: 'Turn Ltd.',
      address: 'Seoul',
      registration: '123-45',
      contact: 'a@b.example',
      dataProtection: 'Kim',
    };
    for (const locale of LOCALES)
      for (const [page, path] of [
        [privacyPage, '/privacy'],
        [termsPage, '/terms'],
      ] as const) {
        const named = page(legal(locale, path), { ...SITE, operator }).text.html;
        for (const fact of Object.values(operator)) expect(named).toContain(fact);
        const demo = page(legal(locale, path), { ...SITE, demo: true }).text.html;
        expect(demo).toMatch(locale === 'en' ? /demo for trying out/ : /운영자가 없는 데모/);
        expect(page(legal(locale, path), SITE).text.html).toContain('/contact');
      }
  });
});

it('every article has a preview image in its language', () => {
  for (const locale of LOCALES) {
    for (const { id, title } of articleCards(locale)) {
      expect(articleSharePath(id, locale)).toBe(`/og/${locale}/read-${id}.png`);
      expect(articleSharePicture(`read-${id}`, locale, 'Bakkum')).toContain(title.replaceAll('&', '&amp;'));
    }
  }
  expect(articleSharePicture('read-nothing', 'en', 'Bakkum')).toBeUndefined();
});

describe('Markdown', () => {
  it('adds ids to headings, makes tables scrollable and links to pages in the reader’s language', () => {
    const { html, headings } = renderMarkdown('## 무엇이 *다른가요*\n\n| a | b |\n|---|---|\n| 1 | [x](/faq) |\n', 'ko');
    expect(headings).toEqual([{ id: '무엇이-다른가요', text: '무엇이 다른가요' }]);
    expect(html).toContain('<h2 id="무엇이-다른가요">무엇이 <em>다른가요</em></h2>');
    expect(html).toContain('<th scope="col">a</th>');
    expect(html).toContain('<a href="/ko/faq">x</a>');
  });

  it('inlines drawings with a label and a caption, and reports missing ones', () => {
    const drawings = new Map([['box', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>\n']]);
    const { html } = renderMarkdown('![A "box"](box "Below")\n', 'en', drawings);
    expect(html).toBe(
      '<figure class="article-drawing"><svg role="img" aria-label="A &quot;box&quot;" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/><figcaption>Below</figcaption></figure>\n',
    );
    expect(() => renderMarkdown('![x](other)', 'en', drawings)).toThrow('no drawing other');
  });

  it('makes code scrollable by keyboard and shows it unchanged', () => {
    expect(renderMarkdown('```\na < b && "c"\n```\n', 'en').html).toBe(
      '<pre tabindex="0"><code>a &lt; b &amp;&amp; &quot;c&quot;</code></pre>\n',
    );
  });

  it('refuses a question without category or id', () => {
    expect(() => readQuestions('## Why?\n\nBecause.', 'en')).toThrow('without category or id');
  });
});

describe('search', () => {
  const items = [
    { subject: 'images', text: '사진을 JPG로' },
    { subject: 'audio', text: 'Music in MP3' },
  ] as const;
  const find = (query: string, subject?: 'images' | 'audio') =>
    search(items, { query, subject, textsOf: ({ text }) => [text] }).map(({ text }) => text);

  it('finds parts of words in any case, also Hangul typed as separate letters', () => {
    expect(find('mp3')).toEqual(['Music in MP3']);
    expect(find('사진'.normalize('NFD'))).toEqual(['사진을 JPG로']);
    expect(find('  ')).toHaveLength(2);
  });

  it('filters by subject', () => {
    expect(find('m', 'images')).toEqual([]);
  });
});

it('resource pages match the specification', () => {
  const keys = PAGES.filter(({ path }) => path.startsWith('/resources/')).map((page) => ('key' in page ? page.key : undefined));
  expect(keys).toEqual(['file-types-guide', 'conversion-tips', 'api-docs', 'tutorials', 'help-center']);
});

it('gives articles and answers the counts of formats and pairs', () => {
  const { formats, pairs } = offeredCounts();
  expect(programNumbers('en')).toMatchObject({ formats: formats.toLocaleString('en'), pairs: pairs.toLocaleString('en') });
  expect(JSON.stringify(questionsOf('faq', 'en'))).toContain(`${formats.toLocaleString('en')} formats`);
});
