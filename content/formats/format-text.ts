/** Features of a format. Comparing both formats shows what a conversion keeps. */
export type Trait =
  | 'transparency'
  | 'animation'
  | 'layers'
  | 'pages' // several pictures or pages in one file
  | 'metadata' // camera, date, place, colour profile
  | 'tags' // title, artist, album
  | 'cover'
  | 'chapters'
  | 'tracks' // several languages of sound
  | 'subtitles'
  | 'styling' // of text: fonts, colours, headings
  | 'layout' // fixed pages
  | 'pictures'
  | 'formulas'
  | 'sheets'
  | 'comments'
  | 'nesting' // values inside values
  | 'types' // numbers apart from text
  | 'passwords'
  | 'folders'
  | 'hinting'
  | 'materials' // colours and the like of parts
  | 'textures' // pictures on surfaces
  | 'motion'
  | 'units' // of length
  | 'surfaces'; // exact, not of triangles

/** Compression of a format: none, lossless, lossy, or chosen by the program that writes it. */
export type Storage = 'plain' | 'lossless' | 'lossy' | 'either';

export type FormatWords = {
  /** Two or three sentences: what it is. */
  readonly about: string;
  /** One sentence with the format as its subject: why people choose it. */
  readonly strength: string;
  /** One sentence with the format as its subject: why people leave it. */
  readonly limit: string;
};

/** Description of a format by someone who knows it. */
export type FormatText = {
  /** Year of its first release, where that is sure. */
  readonly since?: number;
  readonly maker?: string;
  readonly storage?: Storage;
  readonly has: readonly Trait[];
  /** Every current browser shows or plays it. */
  readonly browsers?: true;
  /** Programs by their own names. */
  readonly opens: readonly string[];
  readonly en: FormatWords;
  readonly ko: FormatWords;
};

/** What Korean programs call themselves abroad. */
export const ENGLISH_NAMES: Readonly<Record<string, string>> = {
  '한컴오피스 한글': 'Hancom Office Hangul',
  '한컴오피스 한셀': 'Hancom Office Hancell',
  '한컴오피스 한쇼': 'Hancom Office Hanshow',
  한컴독스: 'Hancom Docs',
  반디집: 'Bandizip',
  곰플레이어: 'GOM Player',
  리디: 'RIDI',
};

export type FormatTexts = Readonly<Record<string, FormatText>>;

/** A row of a table below: the three sentences of a language, in their order. */
export function words(about: string, strength: string, limit: string): FormatWords {
  return { about, strength, limit };
}
