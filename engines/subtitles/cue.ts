/** How characters look. Colours are `#rrggbb`. */
export type Style = {
  readonly bold?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly strike?: true;
  readonly colour?: string;
};

/** Characters of one look; a line ends with `\n`. */
export type Span = Style & { readonly text: string };

/** Where on the picture, as keys of a numeric keypad lie: 2 is bottom centre, 8 top centre. */
export type Place = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
export const USUAL_PLACE: Place = 2;

/** Text shown for a while. Times are whole milliseconds from the start of the film. */
export type Cue = {
  readonly start: number;
  readonly end: number;
  readonly spans: readonly Span[];
  readonly place?: Place;
  /** Primary subtag of RFC 5646 where known (`ko`), else a name of the file's own, lower case. Only files of several languages say it. */
  readonly language?: string;
  /** It has looks or a movement that only its own format knows. */
  readonly more?: true;
};

export type Subtitles = {
  /** By start, cues of equal start in the order of the file. */
  readonly cues: readonly Cue[];
  /** Pictures a second, where the file says so. */
  readonly frameRate?: number;
  readonly title?: string;
  readonly artist?: string;
};

/** What reading and writing must know beside the text. */
export type Given = {
  /** Pictures a second, for formats that count pictures. Absent: as the file says, else the usual. */
  readonly frameRate?: number;
};

/** One way to write subtitles down. */
export type Dialect = {
  /** Tells nothing of what is not there: a file without cues has none. */
  readonly read: (text: string, given: Given) => Subtitles;
  readonly write: (subtitles: Subtitles, given: Given) => string;
  /** What of a cue beside its text and times it keeps. */
  readonly keeps: ReadonlySet<keyof Style | 'place'>;
  /** The only colours it has words for; absent where it has them for all. Others become the nearest. */
  readonly colours?: ReadonlySet<string>;
};

/** Films are counted so where nothing is said. */
export const USUAL_FRAME_RATE = 23.976;
/** How long the last cue of a file is shown that only says when each begins. */
export const LAST_CUE_MS = 5000;

const STYLES: readonly (keyof Style)[] = ['bold', 'italic', 'underline', 'strike', 'colour'];
export const ALL_STYLES: ReadonlySet<keyof Style | 'place'> = new Set([...STYLES, 'place'] as const);

export const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('');

/** Without space at the ends of lines and empty lines around, and with neighbours of one look joined. */
export function tidy(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && looksLike(last, span)) joined[joined.length - 1] = { ...last, text: last.text + span.text };
    else if (span.text !== '') joined.push(span);
  }
  const trimmed = joined.map((span) => ({ ...span, text: span.text.replaceAll(/[ \t]*\n[ \t]*/g, '\n') }));
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
  return spans
    .slice(0, at + 1)
    .map((span, index) => (index === at ? { ...span, text: span.text.replace(/[\s\u00a0]+$/, '') } : span));
}

/** Whether a cue has something that a dialect does not keep. */
export function losesLook({ spans, place, more }: Cue, { keeps, colours }: Pick<Dialect, 'keeps' | 'colours'>): boolean {
  const lostPlace = place !== undefined && place !== USUAL_PLACE && !keeps.has('place');
  const lostStyle = STYLES.some((style) => !keeps.has(style) && spans.some((span) => span[style] !== undefined));
  const shaded = colours !== undefined && spans.some(({ colour }) => colour !== undefined && !colours.has(colour));
  return more === true || lostPlace || lostStyle || shaded;
}

export const byStart = (cues: readonly Cue[]): readonly Cue[] => cues.toSorted((one, other) => one.start - other.start);
