import type { Locale } from '@bakkum/i18n/locale';
import { formatBytes } from '@bakkum/i18n/quantity';
import { browsersWithout } from '@bakkum/registry/browser-support';
import { formatById } from '@bakkum/registry/catalogue';
import { type FormatText, formatText } from '@bakkum/registry/format-texts';
import { offeredTargets, type Pair, searchedName, spokenName } from '@bakkum/registry/offered-pairs';
import { fidelitySentence, fidelitySummary } from './fidelity-summary.server.ts';
import { optionLines } from './option-lines.server.ts';
import type { PairFacts } from './pair-facts.server.ts';
import { questionsOf } from './questions.server.ts';
import { linkTo, otherPopularPairs, relatedPairs } from './related.server.ts';
import { listed, messagesIn, type Say } from './say.server.ts';
import type { PairView } from './view.ts';

const MAX_OPTIONS = 6;
/** Bytes below which the download of an engine goes unnoticed. */
const LIGHT_BYTES = 2_500_000;

export type PairPage = { readonly title: string; readonly description: string; readonly view: PairView };

export function pairPage(facts: PairFacts, locale: Locale): PairPage {
  const names = { from: spokenName(facts.pair.from), to: spokenName(facts.pair.to) };
  const say = messagesIn(locale, names);
  const fidelity = fidelitySentence(facts, say);
  const title = pairTitle(facts.pair, say);
  return {
    title,
    description: say('description', { fidelity }),
    view: {
      from: { id: facts.pair.from, name: names.from },
      to: { id: facts.pair.to, name: names.to },
      heading: title,
      lead: [facts.toText?.[locale].strength, fidelity].filter(Boolean).join(' '),
      crumbs: crumbsOf(facts, say, names),
      chips: chipsOf(facts, say),
      dropHint: say('dropHint'),
      ...noticeOf(facts, say),
      ...keptOf(facts, say),
      options: optionsOf(facts, say),
      steps: { heading: say('stepsHeading'), items: stepsOf(facts, say) },
      tiles: tilesOf(facts, say),
      ...whyOf(facts, say),
      about: aboutOf(facts, say),
      related: { heading: say('relatedHeading'), links: relatedPairs(facts.pair).map(linkTo) },
      more: {
        heading: say('relatedMore'),
        links: otherPopularPairs(facts.pair).map(linkTo),
        all: { path: '/formats', text: say('relatedAll') },
      },
      questions: { heading: say('questionsHeading'), items: questionsOf(facts, say) },
    },
  };
}

/** Tells where the pair does not work, or works less accurately. */
function noticeOf({ pair, route }: PairFacts, say: Say): Pick<PairView, 'notice'> {
  const sentences = [
    ...(route.needsMemory ? [say(route.lighter ? 'needsMemory' : 'needsComputer')] : []),
    ...browsersWithout(pair).map((browser) => say('needsOtherBrowser', { browser: say(`browser_${browser}`) })),
  ];
  return sentences.length > 0 ? { notice: sentences.join(' ') } : {};
}

/** The title, with the names people search for. */
export function pairTitle({ from, to }: Pair, say: Say): string {
  const title = say('title', { from: searchedName(from, say.locale), to: searchedName(to, say.locale) });
  return title.slice(0, 1).toLocaleUpperCase(say.locale) + title.slice(1);
}

function crumbsOf({ pair }: PairFacts, say: Say, names: { readonly from: string }): PairView['crumbs'] {
  const source = formatText(pair.from) ? [{ path: `/formats/${pair.from}`, text: names.from }] : [];
  return {
    label: say('breadcrumb'),
    links: [{ path: '/', text: say('home') }, { path: '/formats', text: say('formats') }, ...source],
    here: say('heading'),
  };
}

/** Shown instead of made-up popularity numbers: facts about the route, and that it was tested. */
function chipsOf({ route, pair }: PairFacts, say: Say): readonly string[] {
  const steps = route.plan.steps.length;
  return [
    say('provenChip'),
    say(`fidelityChip_${route.plan.fidelity}`),
    steps === 1 ? say('routeChip_1') : say('routeChip', { steps }),
    say('targetsChip', { count: offeredTargets(pair.from).length }),
  ];
}

function keptOf(facts: PairFacts, say: Say): Pick<PairView, 'kept' | 'lost'> {
  const { kept, lost } = fidelitySummary(facts, say);
  return { kept: { heading: say('keptHeading'), lines: kept }, lost: { heading: say('lostHeading'), lines: lost } };
}

function optionsOf(facts: PairFacts, say: Say): PairView['options'] {
  const lines = optionLines(facts, say);
  const heading = say('optionsHeading');
  if (lines.length === 0) return { heading, lines, none: say('optionsNone') };
  const rest = lines.length - MAX_OPTIONS;
  return { heading, lines: lines.slice(0, MAX_OPTIONS), ...(rest > 0 && { rest: say('optionsMore', { count: rest }) }) };
}

function stepsOf(facts: PairFacts, say: Say): PairView['steps']['items'] {
  const { from, to } = facts;
  const named = optionLines(facts, say)
    .slice(0, 3)
    .map(({ name }) => name);
  const many = facts.fromText?.has.includes('pages') === true && facts.kind !== 'document' && to.id !== 'pdf';
  const options = named.join(', ');
  return [
    { title: say('step1'), body: say('step1Body', { extension: `.${from.extensions[0]}` }) },
    named.length > 0
      ? { title: say('step2Options'), body: say('step2Body', { options }) }
      : { title: say('step2None'), body: say('step2NoneBody') },
    {
      title: say('step3'),
      body: [say('step3Body', { extension: to.extensions[0] }), ...(many ? [say('step3Many')] : [])].join(' '),
    },
  ];
}

function tilesOf({ route }: PairFacts, say: Say): PairView['tiles'] {
  const device = deviceOf(route.engines, say);
  const bytes = route.engines.reduce((sum, { downloadBytes }) => sum + downloadBytes, 0);
  const size = formatBytes(say.locale, Math.max(bytes, 1000));
  return [
    { icon: 'device', title: say('tileDevice'), body: device },
    bytes < LIGHT_BYTES
      ? { icon: 'light', title: say('tileLight'), body: say('tileLightBody', { size }) }
      : { icon: 'heavy', title: say('tileHeavy', { size }), body: say('tileHeavyBody', { size }) },
    { icon: 'proven', title: say('tileProven'), body: say('tileProvenBody') },
  ];
}

function deviceOf(engines: PairFacts['route']['engines'], say: Say): string {
  const isBrowsers = ({ id }: (typeof engines)[number]): boolean => id === 'browser-codecs';
  if (engines.every(isBrowsers)) return say('tileDeviceBrowser');
  if (!engines.some(({ program }) => program)) return say('tileDeviceOwn');
  const names = engines.flatMap((engine) => {
    if (engine.program) return engine.program.name.replaceAll(/ \([^)]*\)/g, '').split(/, | and /);
    return say(isBrowsers(engine) ? 'tileDeviceCodecs' : 'tileDeviceOurs');
  });
  return say('tileDeviceBody', { programs: listed([...new Set(names)], say.locale) });
}

function whyOf({ fromText, toText }: PairFacts, say: Say): Pick<PairView, 'why'> {
  if (!fromText || !toText) return {};
  const back = say('whyBack', { limit: toText[say.locale].limit });
  const body = `${fromText[say.locale].limit} ${toText[say.locale].strength} ${back}`;
  return { why: { heading: say('whyHeading'), body } };
}

function aboutOf({ pair, fromText, toText }: PairFacts, say: Say): PairView['about'] {
  const sides = [
    [pair.from, fromText],
    [pair.to, toText],
  ] as const;
  return sides.flatMap(([id, text]) => {
    if (!text) return [];
    const format = spokenName(id);
    const link = { path: `/formats/${id}`, text: say('aboutLink', { format }) };
    const { about, strength } = text[say.locale];
    const told = id === pair.from ? `${about} ${strength}` : about;
    return [{ title: say('aboutHeading', { format }), body: told, facts: factLine(id, text, say), link }];
  });
}

function factLine(id: string, { since, maker }: FormatText, say: Say): string {
  const format = formatById(id);
  if (!format) return '';
  const extensions = format.extensions.map((extension) => `.${extension}`).join(' ');
  const made = since !== undefined && maker !== undefined ? [say('aboutMaker', { since: String(since), maker })] : [];
  return [say('aboutFacts', { extensions, media: format.mediaTypes[0] }), ...made].join(' ');
}
