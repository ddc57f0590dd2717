import type { FormatId } from '@bakkum/conversion/engine';
import recorded from './browser-support.json' with { type: 'json' };
import { publicFormats } from './catalogue.ts';
import { isOffered, needsComputer, offeredSources, offeredTargets, type Pair } from './offered-pairs.ts';

/** `webkit`: the engine behind Safari, as WebKitGTK. `masked`: Chromium without what Safari lacks. */
export type TestedBrowser = 'chromium' | 'firefox' | 'webkit' | 'masked';

/** A conversion that Chromium can do and another browser cannot. `code`: why, a code of the matrix. */
export type LostConversion = { readonly from: FormatId; readonly to: FormatId; readonly code: string };

/** Result of `npm run matrix -- --record-browser`. */
export type BrowserRecord = {
  /** Name and version. */
  readonly program: string;
  /** Day of the run, such as 2026-11-27. */
  readonly date: string;
  /** Number of files that were converted. */
  readonly files: number;
  /** Number of conversions: in Chromium all, in the others those that had a valid result in Chromium. */
  readonly tried: number;
  /** Number of conversions whose result an independent program opened. */
  readonly valid: number;
  readonly lost: readonly LostConversion[];
};

export type BrowserSupport = Readonly<Record<TestedBrowser, BrowserRecord>>;

const SUPPORT: BrowserSupport = recorded;

export function browserRecord(browser: TestedBrowser): BrowserRecord {
  return SUPPORT[browser];
}

/** Returns the share of Chromium's conversions that a browser can do: a percentage with one decimal, rounded down. */
export function browserShare({ tried, valid }: BrowserRecord): number {
  return tried === 0 ? 0 : Math.floor((valid / tried) * 1000) / 10;
}

/** Where a conversion of the website can be unavailable. `phones`: all devices with less than 4 GB of memory, and iOS. */
export const PLACES = ['firefox', 'safari', 'phones'] as const;
export type Place = (typeof PLACES)[number];

/**
 * Not said of a browser: a conversion that took too long on a machine with other work, and one whose engine did not find what it needs. Its
 * page says what that is (`needsComputer`), and other versions of the browser may have it.
 */
const NOT_OF_THE_BROWSER: ReadonlySet<string> = new Set(['timeout', 'needs-capability']);

/** Returns where a pair that the website offers does not work. */
export function unavailableIn({ from, to }: Pair, support: BrowserSupport = SUPPORT): readonly Place[] {
  const isLost = (browser: TestedBrowser): boolean =>
    support[browser].lost.some((lost) => lost.from === from && lost.to === to && !NOT_OF_THE_BROWSER.has(lost.code));
  const isUnavailable: Readonly<Record<Place, () => boolean>> = {
    firefox: () => isLost('firefox'),
    safari: () => isLost('webkit'),
    phones: () => needsComputer({ from, to }),
  };
  return PLACES.filter((place) => isUnavailable[place]());
}

/** Returns where the website converts a pair; nothing if it does not offer the pair. */
export function availableIn(pair: Pair): readonly ('chromium' | Place)[] {
  if (!isOffered(pair)) return [];
  const without = unavailableIn(pair);
  return ['chromium', ...PLACES.filter((place) => !without.includes(place))];
}

/** Returns the browsers in which a pair that the website offers does not work. */
export function browsersWithout(pair: Pair, support: BrowserSupport = SUPPORT): readonly Exclude<Place, 'phones'>[] {
  return unavailableIn(pair, support).filter((place) => place !== 'phones');
}

/** Counts the offered pairs that do not work in a place. Places without any are left out. */
export function limitedPairs(support: BrowserSupport = SUPPORT): ReadonlyMap<Place, number> {
  const counts = new Map<Place, number>();
  for (const { id: from } of publicFormats())
    for (const to of offeredTargets(from))
      for (const place of unavailableIn({ from, to }, support)) counts.set(place, (counts.get(place) ?? 0) + 1);
  return counts;
}

/** Formats that a format cannot be converted to, and from, in a place where other conversions work. */
export type PlaceLimits = { readonly place: Place; readonly to: readonly FormatId[]; readonly from: readonly FormatId[] };

/** Returns the places where some conversions of a format do not work; none if all work everywhere. */
export function limitsOfFormat(id: FormatId, support: BrowserSupport = SUPPORT): readonly PlaceLimits[] {
  const isLimited = (pair: Pair, place: Place): boolean => unavailableIn(pair, support).includes(place);
  return PLACES.map((place) => ({
    place,
    to: offeredTargets(id).filter((to) => isLimited({ from: id, to }, place)),
    from: offeredSources(id).filter((from) => isLimited({ from, to: id }, place)),
  })).filter(({ to, from }) => to.length + from.length > 0);
}
