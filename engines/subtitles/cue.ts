/** Text style. Colours are `#rrggbb`. */
export type Style = {
  readonly bold?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly strike?: true;
  readonly colour?: string;
};

/** Characters of one style; lines end with `\n`. */
export type Span = Style & { readonly text: string };

/** Position as on a numeric keypad: 2 is bottom centre, 8 top centre. */
export type Place = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
export const USUAL_PLACE: Place = 2;

/** Text shown for a while. Times are integer milliseconds from the start of the video. */
export type Cue = {
  readonly start: number;
  readonly end: number;
  readonly spans: readonly Span[];
  readonly place?: Place;
  /** Primary subtag of RFC 5646 if known (`ko`), otherwise the file's own name in lower case. Only set for multilingual files. */
  readonly language?: string;
  /** It has styles or animation specific to its format. */
  readonly more?: true;
};

export type Subtitles = {
  /** Ordered by start, then by file order. */
  readonly cues: readonly Cue[];
  /** Frames per second, if stated in the file. */
  readonly frameRate?: number;
  readonly title?: string;
  readonly artist?: string;
};

/** Parameters of reading and writing. */
export type Given = {
  /** Frames per second, for frame-based formats. Absent: as in the file, otherwise the default. */
  readonly frameRate?: number;
};

/** Reader and writer of a subtitle format. */
export type Dialect = {
  /** Returns no cues for a file without any, instead of an error. */
  readonly read: (text: string, given: Given) => Subtitles;
  readonly write: (subtitles: Subtitles, given: Given) => string;
  /** Cue properties the format keeps in addition to text and times. */
  readonly keeps: ReadonlySet<keyof Style | 'place'>;
  /** The colours it supports; absent if it supports all. Others are mapped to the nearest. */
  readonly colours?: ReadonlySet<string>;
};

/** Default frame rate. */
export const USUAL_FRAME_RATE = 23.976;
/** Duration of the last cue in formats without end times. */
export const LAST_CUE_MS = 5000;

const STYLES: readonly (keyof Style)[] = ['bold', 'italic', 'underline', 'strike', 'colour'];
export const ALL_STYLES: ReadonlySet<keyof Style | 'place'> = new Set([...STYLES, 'place'] as const);

export const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('');

/** Trims lines, drops surrounding empty lines, and joins adjacent spans of one style. */
export function tidy(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && looksLike(last, span)) joined[joined.length - 1] = { ...last, text: last.text + span.text };
    else if (span.text !== '') joined.push(span);
  }
  const trimmed = joined.map((span) => ({ ...span, text: span.text.replaceAll(/(?:(?<![ \t])[ \t]+)?\n[ \t]*/g, '\n') }));
  return trimEnd(trimStart(trimmed));
}

export function looksLike(one: Style, other: Style): boolean {
  return STYLES.every((style) => one[style] === other[style]);
}

function trimStart(spans: readonly Span[]): readonly Span[] {
  const at = spans.findIndex(({ text }) => text.trim() !== '');
  if (at < 0) return [];
  return spans.slice(at).map((span, index) => (index === 0 ? { ...span, text: span.text.replace(/^[\s\u00a0]+/, '') } : span));
}

function trimEnd(spans: readonly Span[]): readonly Span[] {
  const at = spans.findLastIndex(({ text }) => text.trim() !== '');
  return spans.slice(0, at + 1).map((span, index) => (index === at ? { ...span, text: span.text.trimEnd() } : span));
}

/** Whether a cue has properties that a format does not keep. */
export function losesStyling({ spans, place, more }: Cue, { keeps, colours }: Pick<Dialect, 'keeps' | 'colours'>): boolean {
  const lostPlace = place !== undefined && place !== USUAL_PLACE && !keeps.has('place');
  const lostStyle = STYLES.some((style) => !keeps.has(style) && spans.some((span) => span[style] !== undefined));
  const shaded = colours !== undefined && spans.some(({ colour }) => colour !== undefined && !colours.has(colour));
  return more === true || lostPlace || lostStyle || shaded;
}

export const byStart = (cues: readonly Cue[]): readonly Cue[] => cues.toSorted((one, other) => one.start - other.start);
