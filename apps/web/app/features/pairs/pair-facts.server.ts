import type { Format } from '@bakkum/formats/format';
import { formatById } from '@bakkum/registry/catalogue';
import { type FormatText, formatText, type Trait } from '@bakkum/registry/format-texts';
import { type Pair, type Route, routeOfPair } from '@bakkum/registry/offered-pairs';

/** The facts about a pair, independent of language. */
export type PairFacts = {
  readonly pair: Pair;
  readonly kind: PairKind;
  readonly from: Format;
  readonly to: Format;
  readonly fromText: FormatText | undefined;
  readonly toText: FormatText | undefined;
  readonly route: Route;
  /** Whether the texts of both formats say so. */
  both(trait: Trait): boolean;
  /** Whether the source can contain it and the target cannot. */
  gone(trait: Trait): boolean;
};

export type PairKind =
  | 'picture'
  | 'drawing-picture'
  | 'picture-drawing'
  | 'picture-pdf'
  | 'picture-text'
  | 'pdf-picture'
  | 'pdf-parts'
  | 'document'
  | 'sound'
  | 'film'
  | 'film-sound'
  | 'film-picture'
  | 'picture-film'
  | 'subtitle'
  | 'sheet'
  | 'data'
  | 'place'
  | 'archive'
  | 'comic'
  | 'font'
  | 'model'
  | 'model-picture'
  | 'mail'
  | 'other';

export function factsOf(pair: Pair): PairFacts | undefined {
  const [from, to] = [formatById(pair.from), formatById(pair.to)];
  const route = routeOfPair(pair);
  if (!from || !to || !route) return undefined;
  const [fromText, toText] = [formatText(from.id), formatText(to.id)];
  const has = (text: FormatText | undefined, trait: Trait): boolean => text?.has.includes(trait) ?? false;
  return {
    pair,
    kind: kindOf(from, to, route),
    from,
    to,
    fromText,
    toText,
    route,
    both: (trait) => has(fromText, trait) && has(toText, trait),
    gone: (trait) => has(fromText, trait) && toText !== undefined && !has(toText, trait),
  };
}

const PLACES: ReadonlySet<string> = new Set([
  'geojson',
  'topojson',
  'wkt',
  'kml',
  'kmz',
  'gpx',
  'tcx',
  'shp',
  'gpkg',
  'fgb',
  'gml',
]);
const COMICS: ReadonlySet<string> = new Set(['cbz', 'cbr', 'cb7', 'cbt']);
const MAILS: ReadonlySet<string> = new Set(['eml', 'msg', 'mbox', 'pst']);
const WRITTEN: ReadonlySet<string> = new Set(['document', 'presentation', 'ebook']);

/** Returns the facts of a format for a page of a pair. */
type Side = string;

function sideOf({ id, family }: Format): Side {
  if (id === 'pdf') return 'pdf';
  if (PLACES.has(id)) return 'place';
  if (COMICS.has(id)) return 'comic';
  if (MAILS.has(id)) return 'mail';
  if (WRITTEN.has(family)) return 'document';
  const named: Readonly<Record<string, Side>> = {
    image: 'picture',
    vector: 'drawing',
    spreadsheet: 'sheet',
    audio: 'sound',
    video: 'film',
    program: 'archive',
  };
  return named[family] ?? family;
}

/** Kinds of pairs by their two sides; pairs missing here have no specific kind. */
const KINDS: Readonly<Record<string, PairKind>> = {
  'picture picture': 'picture',
  'drawing picture': 'drawing-picture',
  'picture pdf': 'picture-pdf',
  'drawing pdf': 'picture-pdf',
  'picture document': 'picture-text',
  'picture sheet': 'picture-text',
  'pdf picture': 'pdf-picture',
  'pdf archive': 'pdf-parts',
  'document pdf': 'document',
  'pdf document': 'document',
  'document document': 'document',
  'sheet pdf': 'document',
  'sheet document': 'document',
  'document picture': 'document',
  'sheet picture': 'document',
  'document sheet': 'sheet',
  'sheet sheet': 'sheet',
  'sheet data': 'data',
  'data sheet': 'data',
  'data data': 'data',
  'place place': 'place',
  'sound sound': 'sound',
  'film film': 'film',
  'film sound': 'film-sound',
  'film picture': 'film-picture',
  'picture film': 'picture-film',
  'subtitle subtitle': 'subtitle',
  'archive archive': 'archive',
  'archive comic': 'archive',
  'comic archive': 'archive',
  'comic comic': 'archive',
  'comic pdf': 'comic',
  'font font': 'font',
  'model3d model3d': 'model',
  'model3d picture': 'model-picture',
  'mail pdf': 'mail',
  'mail document': 'mail',
  'mail mail': 'mail',
};

function kindOf(from: Format, to: Format, route: Route): PairKind {
  const traced = route.engines.some(({ id }) => id === 'tracer');
  if (traced) return 'picture-drawing';
  return KINDS[`${sideOf(from)} ${sideOf(to)}`] ?? 'other';
}
