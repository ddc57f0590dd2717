import { formatBytes } from '@bakkum/i18n/quantity';
import { programsOf } from '@bakkum/registry/format-texts';
import { hasPairPage, isOffered, pairPath } from '@bakkum/registry/offered-pairs';
import { USUAL_LIMITS } from '../../workbench/usual-limits.ts';
import { fidelitySentence, keepsCameraData } from './fidelity-summary.server.ts';
import type { PairFacts } from './pair-facts.server.ts';
import { listed, type Say, type SentenceKey } from './say.server.ts';

export type Question = { readonly question: string; readonly answer: string; readonly path?: string };

/** Questions answered by the facts of this pair; questions that do not apply are left out. */
export function questionsOf(facts: PairFacts, say: Say): readonly Question[] {
  return [
    ...loss(facts, say),
    ...size(facts, say),
    ...ofOptions(facts, say),
    ...opens(facts, say),
    many(facts, say),
    { question: say('qUpload'), answer: say('aUpload') },
    back(facts, say),
  ];
}

function loss(facts: PairFacts, say: Say): readonly Question[] {
  const { kind, route, toText } = facts;
  const { fidelity } = route.plan;
  const fidelityText = fidelitySentence(facts, say);
  const detail = toText?.storage === 'lossy' ? say('lostQuality') : '';
  const question = LOSS_QUESTIONS[kind] ?? 'qLossData';
  // Of an image whose text is recognized, nothing but the text is in the result.
  const answer = kind === 'picture-text' ? 'aDataText' : LOSS_ANSWERS[question][fidelity];
  return [{ question: say(question), answer: say(answer, { fidelity: fidelityText, detail }).trim() }];
}

type LossQuestion = 'qLoss' | 'qLossDocument' | 'qLossData';
type Answers = Readonly<Record<PairFacts['route']['plan']['fidelity'], SentenceKey>>;

const LOSS_ANSWERS: Readonly<Record<LossQuestion, Answers>> = {
  qLoss: { lossless: 'aLossless', lossy: 'aLossy', 'layout-lost': 'aLossy', 'text-only': 'aLossy', picture: 'aLossy' },
  qLossDocument: { lossless: 'aSame', lossy: 'aNearly', 'layout-lost': 'aLayout', 'text-only': 'aText', picture: 'aPicture' },
  qLossData: {
    lossless: 'aLossless',
    lossy: 'aDataLossy',
    'layout-lost': 'aDataLayout',
    'text-only': 'aDataText',
    picture: 'aPicture',
  },
};

const LOSS_QUESTIONS: Partial<Record<PairFacts['kind'], LossQuestion>> = {
  picture: 'qLoss',
  sound: 'qLoss',
  film: 'qLoss',
  'film-sound': 'qLoss',
  'picture-film': 'qLoss',
  document: 'qLossDocument',
  'drawing-picture': 'qLossDocument',
  'picture-drawing': 'qLossDocument',
  'pdf-picture': 'qLossDocument',
  font: 'qLossDocument',
};

const HAS_SIZE: ReadonlySet<PairFacts['kind']> = new Set(['picture', 'sound', 'film', 'archive']);

/** Sources with notes, drawings or two colors, whose size says nothing about that of the result. */
const INCOMPARABLE_SOURCES: ReadonlySet<string> = new Set(['mod', 'swf', 'pbm', 'wbmp']);
/** Targets whose loss is not one of detail: fewer colors, and blocks of pixels. */
const INCOMPARABLE_TARGETS: ReadonlySet<string> = new Set(['gif', 'dds']);
/** Formats that may be lossy, but not as we write them. */
const WRITTEN_WITHOUT_LOSS: ReadonlySet<string> = new Set(['tiff', 'tga', 'exr']);

function size(facts: PairFacts, say: Say): readonly Question[] {
  const answer = sizeAnswer(facts);
  return answer ? [{ question: say('qSize'), answer: say(answer) }] : [];
}

function isComparable({ kind, from, to }: PairFacts): boolean {
  return HAS_SIZE.has(kind) && !INCOMPARABLE_SOURCES.has(from.id) && !INCOMPARABLE_TARGETS.has(to.id);
}

function sizeAnswer(facts: PairFacts): SentenceKey | undefined {
  const { kind, to, fromText, toText } = facts;
  if (!isComparable(facts) || !fromText?.storage || !toText?.storage) return undefined;
  if (kind === 'film') return 'aSize_film';
  const source = fromText.storage;
  const target = WRITTEN_WITHOUT_LOSS.has(to.id) ? 'lossless' : toText.storage;
  if (kind === 'archive' && source !== 'plain' && target !== 'plain') return undefined;
  return kind === 'picture' && source === 'lossless' && target === 'lossy' ? 'aSize_photo' : `aSize_${source}_${target}`;
}

/** An option, with the question about it. */
const ASKED: readonly (readonly [option: string, question: SentenceKey, answer: SentenceKey])[] = [
  ['scale', 'qScale', 'aScale'],
  ['targetSize', 'qSizeTarget', 'aSizeTarget'],
  ['trimStart', 'qTrim', 'aTrim'],
  ['pages', 'qPages', 'aPages'],
  ['inputEncoding', 'qEncoding', 'aEncoding'],
  ['password', 'qPassword', 'aPassword'],
];
/** Options that may belong to a later step of the route, with whether they make sense for the source. */
const FITS_SOURCE: Readonly<Partial<Record<string, (facts: PairFacts) => boolean>>> = {
  password: ({ fromText }) => fromText?.has.includes('passwords') ?? false,
  pages: ({ kind }) => kind !== 'picture-text',
  inputEncoding: ({ from }) => from.family !== 'presentation',
};
const MAX_QUESTIONS = 3;
const PHOTOS: ReadonlySet<string> = new Set(['jpeg', 'heic', 'tiff', 'webp']);

function ofOptions(facts: PairFacts, say: Say): readonly Question[] {
  const { from, route } = facts;
  const asked = ASKED.filter(([option]) => Object.hasOwn(route.options, option) && (FITS_SOURCE[option]?.(facts) ?? true));
  const photo = Object.hasOwn(route.options, 'metadata') && PHOTOS.has(from.id) && keepsCameraData(facts);
  return [...(photo ? [['metadata', 'qMetadata', 'aMetadata'] as const] : []), ...asked]
    .slice(0, MAX_QUESTIONS)
    .map(([, question, answer]) => ({ question: say(question), answer: say(answer) }));
}

function opens({ toText }: PairFacts, say: Say): readonly Question[] {
  if (!toText) return [];
  const programs = listed(programsOf(toText, say.locale), say.locale);
  return [{ question: say('qOpen'), answer: say(toText.browsers ? 'aOpenBrowsers' : 'aOpen', { programs }) }];
}

function many({ kind }: PairFacts, say: Say): Question {
  const combines = kind === 'picture-pdf';
  const values = { files: USUAL_LIMITS.files, size: formatBytes(say.locale, USUAL_LIMITS.bytes) };
  return { question: say('qMany'), answer: say(combines ? 'aManyCombine' : 'aMany', values) };
}

function back({ pair, route }: PairFacts, say: Say): Question {
  const reverse = { from: pair.to, to: pair.from };
  if (!isOffered(reverse)) return { question: say('qBack'), answer: say('aBackNot') };
  const answer = say(route.plan.fidelity === 'lossless' ? 'aBackLossless' : 'aBack');
  return { question: say('qBack'), answer, ...(hasPairPage(reverse) && { path: pairPath(reverse) }) };
}
