import type { Format } from '@bakkum/formats/format';
import type { Locale } from '@bakkum/i18n/locale';
import { limitsOfFormat } from '@bakkum/registry/browser-support';
import { formatById, publicFormats } from '@bakkum/registry/catalogue';
import { type FormatText, formatText, programsOf } from '@bakkum/registry/format-texts';
import { hasPairPage, offeredSources, offeredTargets, type Pair, popularPairs, spokenName } from '@bakkum/registry/offered-pairs';
import { staticCopy } from '@bakkum/site/static-copy';
import { browserLimits } from './browser-limits.server.ts';
import { linkTo } from './related.server.ts';
import { listed, messagesIn, type Say } from './say.server.ts';
import type { FormatView } from './view.ts';

export type FormatPage = { readonly title: string; readonly description: string; readonly view: FormatView };

const MAX_LINKS = 12;

/** Formats with a page: those that have a text and take part in a pair; in a small static copy, in a popular one. */
export function formatsWithPage(): readonly Format[] {
  const isInPair = staticCopy?.engines === 'core' ? isPopular : isConverted;
  return publicFormats().filter(({ id }) => formatText(id) && isInPair(id));
}

function isConverted(id: string): boolean {
  return offeredTargets(id).length > 0 || offeredSources(id).length > 0;
}

function isPopular(id: string): boolean {
  return popularPairs().some(({ from, to }) => from === id || to === id);
}

export function formatPage(id: string, locale: Locale): FormatPage | undefined {
  const format = formatById(id);
  const text = formatText(id);
  if (!format || !text || !formatsWithPage().includes(format)) return undefined;
  const name = spokenName(id);
  const say = messagesIn(locale, { format: name });
  const to = offeredTargets(id);
  const from = offeredSources(id);
  const words = text[locale];
  return {
    title: say('formatTitle'),
    description: say('formatDescription', { first: firstSentence(words.about), counts: countsOf(to.length, from.length, say) }),
    view: {
      name,
      title: format.title[locale],
      crumbs: {
        label: say('breadcrumb'),
        links: [
          { path: '/', text: say('home') },
          { path: '/formats', text: say('formats') },
        ],
        here: name,
      },
      about: words.about,
      strength: { title: say('formatStrength'), body: words.strength },
      limit: { title: say('formatLimit'), body: words.limit },
      opens: {
        heading: say('formatOpens'),
        programs: [...(text.browsers ? [say('formatOpensBrowsers')] : []), ...programsOf(text, locale)],
      },
      facts: { heading: say('formatFacts'), lines: factLines(format, text, say) },
      groups: [
        group(
          say('formatTo'),
          to.map((target) => ({ from: id, to: target })),
          'to',
        ),
        group(
          say('formatFrom'),
          from.map((source) => ({ from: source, to: id })),
          'from',
        ),
      ].filter(({ links }) => links.length > 0),
      ...browserLimits(say, limitsOfFormat(id)),
      all: { path: '/formats', text: say('relatedAll') },
    },
  };
}

function countsOf(to: number, from: number, say: Say): string {
  if (to === 0) return say('formatCountsFrom', { from });
  return from === 0 ? say('formatCountsTo', { to }) : say('formatCounts', { to, from });
}

function firstSentence(text: string): string {
  return /^.*?[.](?=\s|$)/u.exec(text)?.[0] ?? text;
}

/** The most popular targets are links, the others only names. */
function group(heading: string, pairs: readonly Pair[], other: 'from' | 'to'): FormatView['groups'][number] {
  const key = ({ from, to }: Pair): string => `${from} ${to}`;
  const offered = new Map(pairs.map((pair) => [key(pair), pair]));
  const popular = popularPairs().filter((pair) => offered.has(key(pair)));
  const linked = [...new Map([...popular, ...pairs].map((pair) => [key(pair), pair])).values()]
    .slice(0, Math.max(MAX_LINKS, popular.length))
    .filter(hasPairPage);
  const isLinked = new Set(linked.map(key));
  const others = pairs.filter((pair) => !isLinked.has(key(pair))).map((pair) => spokenName(pair[other]));
  return { heading, links: linked.map(linkTo), ...(others.length > 0 && { others: others.sort().join(', ') }) };
}

function factLines(
  { extensions, mediaTypes, family }: Format,
  { since, maker, storage, has }: FormatText,
  say: Say,
): FormatView['facts']['lines'] {
  return [
    { name: say('factExtensions'), value: extensions.map((extension) => `.${extension}`).join(' ') },
    { name: say('factMedia'), value: mediaTypes[0] },
    { name: say('factFamily'), value: say(`family_${family}`) },
    ...(since === undefined ? [] : [{ name: say('factSince'), value: String(since) }]),
    ...(maker === undefined ? [] : [{ name: say('factMaker'), value: maker }]),
    ...(storage === undefined ? [] : [{ name: say('factStorage'), value: say(`storage_${storage}`) }]),
    ...(has.length === 0
      ? []
      : [
          {
            name: say('factHolds'),
            value: listed(
              has.map((trait) => say(`trait_${trait}`)),
              say.locale,
            ),
          },
        ]),
  ];
}
