import type { Mood } from '../palettes.ts';
import type { Thing } from '../vectors/emoji.ts';
import type { LEXICON } from './lexicon-table.ts';

/** A name in both languages. */
export type Term = { readonly en: string; readonly ko: string };

export const DESIGN_KINDS = ['scene', 'poster', 'card', 'pattern', 'wallpaper', 'icon', 'logo', 'chart', 'qr'] as const;
export type DesignKind = (typeof DESIGN_KINDS)[number];
export const CHARTS = ['bar', 'line', 'pie'] as const;
export type ChartForm = (typeof CHARTS)[number];

export const TIMES = ['night', 'sunset', 'dawn', 'day'] as const;
export type Time = (typeof TIMES)[number];
export const PLACES = [
  'sea',
  'beach',
  'underwater',
  'forest',
  'mountains',
  'lake',
  'field',
  'city',
  'desert',
  'snowfield',
  'space',
  'sky',
  'room',
] as const;
export type Place = (typeof PLACES)[number];
export const WEATHERS = ['rain', 'snowfall', 'fog', 'clouds', 'stars', 'rainbow'] as const;
export type Weather = (typeof WEATHERS)[number];
export const SEASONS = ['spring', 'summer', 'autumn', 'winter'] as const;
export type Season = (typeof SEASONS)[number];
export const MOTIFS = [
  'dots',
  'stripes',
  'checks',
  'waves',
  'triangles',
  'zigzag',
  'terrazzo',
  'gradient',
  'aurora',
  'bokeh',
] as const;
export type Motif = (typeof MOTIFS)[number];
export const RELATIONS = ['on', 'under', 'behind', 'front', 'beside', 'in', 'above'] as const;
export type Relation = (typeof RELATIONS)[number];

/** A named meaning with its words. */
export type Named<Name extends string = string> = { readonly name: Name; readonly term: Term };
export type Item = { readonly thing: Thing; readonly count: number; readonly colour?: Named };
/** Places of items in the list. */
export type Link = { readonly subject: number; readonly anchor: number; readonly relation: Relation };
export type Value = { readonly label: string; readonly value: number; readonly unit: string };

/** A prompt as understood. */
export type Brief = {
  readonly kind: DesignKind;
  readonly chart: ChartForm;
  readonly language: 'en' | 'ko';
  /** Texts to set, the title first. */
  readonly texts: readonly string[];
  readonly items: readonly Item[];
  readonly links: readonly Link[];
  readonly time: Named<Time> | undefined;
  readonly place: Named<Place> | undefined;
  readonly season: Named<Season> | undefined;
  readonly weathers: readonly Named<Weather>[];
  readonly motifs: readonly Named<Motif>[];
  readonly moods: readonly Named<Mood>[];
  /** Colours of the whole design, as `#rrggbb`. */
  readonly colours: readonly Named[];
  readonly occasion: Named | undefined;
  readonly values: readonly Value[];
  readonly address: string | undefined;
  /** Words of the prompt that nothing was found for, and techniques we do not have. */
  readonly unread: readonly Term[];
};

export type MeaningType = keyof typeof LEXICON | 'filler' | 'counter' | 'thing';
export type Meaning = { readonly type: MeaningType; readonly name: string; readonly term: Term; readonly thing?: Thing };
