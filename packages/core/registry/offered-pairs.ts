import type { Capability } from '@bakkum/conversion/capabilities';
import type { EngineManifest, FormatId } from '@bakkum/conversion/engine';
import type { OptionsSchema } from '@bakkum/conversion/options';
import type { Plan, Planner } from '@bakkum/conversion/planner';
import { staticCopy } from '@bakkum/site/static-copy';
import { POPULAR_PAIRS } from '../../../content/pairs/popular.ts';
import { formatById, plannerFor, publicFormats } from './catalogue.ts';
import { formatText } from './format-texts.ts';
import { MANIFESTS } from './manifests.gen.ts';
import { provenTargets } from './proven-pairs.ts';

export { unavailableReason } from '../../../content/pairs/unavailable.ts';

export type Pair = { readonly from: FormatId; readonly to: FormatId };

export type Route = {
  readonly plan: Plan;
  readonly options: OptionsSchema;
  /** In the order of the steps, without duplicates. */
  readonly engines: readonly EngineManifest[];
  /** Whether the route needs a computer with enough memory. */
  readonly needsMemory: boolean;
  /** Whether a computer without enough memory has another route. */
  readonly lighter: boolean;
};

/** Capabilities of a current browser on a computer with enough memory, as described on pages. */
const CURRENT_BROWSER: ReadonlySet<Capability> = new Set([
  'offscreen-canvas',
  'image-decoder',
  'encode-webp',
  'decode-avif',
  'encode-av1',
  'threads',
  'large-memory',
  'page-layout',
]);

let known: Planner | undefined;
const planner = (): Planner => {
  known ??= plannerFor(CURRENT_BROWSER);
  return known;
};

let knownLight: Planner | undefined;
const lightPlanner = (): Planner => {
  knownLight ??= plannerFor(new Set([...CURRENT_BROWSER].filter((capability) => capability !== 'large-memory')));
  return knownLight;
};

const targets = new Map<FormatId, readonly FormatId[]>();

/** Returns the formats offered for a source in a browser: proven with real files, and planned; without the source itself. */
export function offeredTargets(from: FormatId): readonly FormatId[] {
  const remembered = targets.get(from);
  if (remembered) return remembered;
  const proven = provenTargets('browser', from);
  const reached = planner().targetsOf(from);
  const offered = proven ? [...proven].filter((to) => to !== from && reached.has(to) && formatById(to)) : [];
  targets.set(from, offered);
  return offered;
}

export function isOffered({ from, to }: Pair): boolean {
  return offeredTargets(from).includes(to);
}

/** Returns the formats that can be converted to this one. */
export function offeredSources(to: FormatId): readonly FormatId[] {
  return publicFormats()
    .map(({ id }) => id)
    .filter((from) => from !== to && isOffered({ from, to }));
}

const lightTargets = new Map<FormatId, ReadonlySet<FormatId>>();

/** Returns whether an offered pair has no route for phones and other devices with little memory. */
export function needsComputer({ from, to }: Pair): boolean {
  const light = lightTargets.get(from) ?? new Set(lightPlanner().targetsOf(from).keys());
  lightTargets.set(from, light);
  return !light.has(to) && isOffered({ from, to });
}

/** Counts the formats read and written, and the pairs. */
export function offeredCounts(): { readonly formats: number; readonly pairs: number } {
  const rows = publicFormats().map(({ id }) => ({ id, to: offeredTargets(id) }));
  const taking = new Set(rows.flatMap(({ id, to }) => (to.length > 0 ? [id, ...to] : [])));
  return { formats: taking.size, pairs: rows.reduce((sum, { to }) => sum + to.length, 0) };
}

const HAND_PICKED: readonly Pair[] = POPULAR_PAIRS.map(([from, to]) => ({ from, to }));
/** Pages about one pair are 200 KB in both languages, so a small static copy has few of them. */
const MAX_POPULAR = staticCopy?.engines === 'core' ? 16 : HAND_PICKED.length;
let popular: readonly Pair[] | undefined;

/**
 * Returns the offered pairs people search for, most popular first. Pairs of formats without a description are left out, as their
 * pages would look alike.
 */
export function popularPairs(): readonly Pair[] {
  const isTold = ({ from, to }: Pair): boolean => formatText(from) !== undefined && formatText(to) !== undefined;
  popular ??= inOrder(HAND_PICKED, ranking)
    .filter((pair) => isOffered(pair) && isTold(pair))
    .slice(0, MAX_POPULAR);
  return popular;
}

/** Whether a pair has a page: every offered one, and in a static copy the popular ones. */
export function hasPairPage(pair: Pair): boolean {
  if (!staticCopy) return isOffered(pair);
  return popularPairs().some(({ from, to }) => from === pair.from && to === pair.to);
}

let ranking: readonly string[] = [];

/**
 * Moves the pairs converted most often here (as `jpeg-to-png`, most frequent first) to the front; the set of pairs stays the
 * same.
 */
export function rankPopularPairs(most: readonly string[]): void {
  if (most === ranking) return;
  ranking = most;
  popular = undefined;
}

/**
 * Returns whether both rankings give pages with the same order: pairs that are not featured can swap without a visible change.
 */
export function ranksAlike(one: readonly string[], other: readonly string[]): boolean {
  const [first, second] = [inOrder(HAND_PICKED, one), inOrder(HAND_PICKED, other)];
  return first.every((pair, place) => pair === second[place]);
}

function inOrder(pairs: readonly Pair[], most: readonly string[]): readonly Pair[] {
  const places = new Map(most.map((pair, place) => [pair, place]));
  const placeOf = ({ from, to }: Pair): number => places.get(`${from}-to-${to}`) ?? most.length;
  return most.length === 0 ? pairs : pairs.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Returns the best route in a browser. */
export function routeOfPair({ from, to }: Pair): Route | undefined {
  const answer = planner().plan(from, to);
  if (!answer.ok) return undefined;
  const [plan] = answer.plans;
  const ids = [...new Set(plan.steps.map(({ engine }) => engine))];
  const engines = ids.flatMap((id) => MANIFESTS.find((manifest) => manifest.id === id) ?? []);
  const needsMemory = engines.some(({ requires }) => requires.includes('large-memory'));
  return {
    plan,
    options: planner().optionsOf(plan),
    engines,
    needsMemory,
    lighter: needsMemory && lightPlanner().plan(from, to).ok,
  };
}

/** Slugs use the extension people type. */
const SPOKEN: Readonly<Record<FormatId, string>> = { jpeg: 'jpg', mpeg: 'mpg', microdvd: 'sub' };
const bySpoken = new Map(Object.entries(SPOKEN).map(([id, spoken]) => [spoken, id]));

/** Returns the slug of a format. */
export function slugOf(id: FormatId): string {
  return SPOKEN[id] ?? id;
}

/** Returns the short name of a format. */
export function spokenName(id: FormatId): string {
  return formatById(id)?.name ?? id.toUpperCase();
}

/** The search word for a format, where people do not search for its extension. */
const SEARCHED: Readonly<Record<'en' | 'ko', Readonly<Record<FormatId, string>>>> = {
  en: {
    docx: 'Word (DOCX)',
    doc: 'Word (DOC)',
    xlsx: 'Excel (XLSX)',
    xls: 'Excel (XLS)',
    pptx: 'PowerPoint (PPTX)',
    ppt: 'PowerPoint (PPT)',
    txt: 'text (TXT)',
  },
  ko: {
    docx: '워드(DOCX)',
    doc: '워드(DOC)',
    xlsx: '엑셀(XLSX)',
    xls: '엑셀(XLS)',
    pptx: '파워포인트(PPTX)',
    ppt: '파워포인트(PPT)',
    txt: '텍스트(TXT)',
    hwp: '한글(HWP)',
    hwpx: '한글(HWPX)',
  },
};

/** Returns the name of a format in page titles: `Word (DOCX)`, `한글(HWP)`. */
export function searchedName(id: FormatId, locale: 'en' | 'ko'): string {
  return SEARCHED[locale][id] ?? spokenName(id);
}

export function pairPath({ from, to }: Pair): string {
  return `/convert/${slugOf(from)}-to-${slugOf(to)}`;
}

/** Finds a format by its slug, its id or one of its extensions. */
export function formatOfSlug(slug: string): FormatId | undefined {
  const lower = slug.toLowerCase();
  const id = bySpoken.get(lower) ?? lower;
  if (formatById(id)) return formatById(id)?.family === 'interchange' ? undefined : id;
  return publicFormats().find(({ extensions }) => extensions.some((extension) => extension === lower))?.id;
}

/** Parses `jpg-to-png` into both formats, offered or not; `undefined` when either is unknown. */
export function pairOfSlug(slug: string): Pair | undefined {
  const parts = slug.split('-to-');
  const [from, to] = parts.map(formatOfSlug);
  return parts.length === 2 && from && to ? { from, to } : undefined;
}
