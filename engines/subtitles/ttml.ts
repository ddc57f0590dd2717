import { escapeXmlText } from '@bakkum/markup/escape';
import { childOf, descendantsOf, elementsOf, parseXml, type XmlElement, type XmlNode } from '@bakkum/markup/xml';
import { ALL_STYLES, byStart, type Cue, type Dialect, type Place, type Span, type Style, tidy, USUAL_PLACE } from './cue.ts';
import { colourStyle } from './markup.ts';
import { linesOf } from './microdvd.ts';
import { clock, clockTime } from './times.ts';

/** TTML has its own frame and tick rates (TTML 2, 7.2). */
type Rates = { readonly frames: number; readonly ticks: number };
const USUAL_FRAMES = 30;

/** TTML of the W3C, also as `dfxp` and `itt`: nested times add up, styles come from style references and elements. */
export const ttml: Dialect = {
  keeps: ALL_STYLES,
  read(text) {
    const root = parseXml(text);
    const head = childOf(root, 'head');
    const styles = new Map(head ? [...descendantsOf(head, 'style')].map((style) => [attribute(style, 'id') ?? '', style]) : []);
    const regions = new Map(
      head ? [...descendantsOf(head, 'region')].map((region) => [attribute(region, 'id') ?? '', region]) : [],
    );
    const body = childOf(root, 'body');
    const reading: Reading = { styles, regions, rates: ratesOf(root) };
    const cues = body ? [...cuesIn(body, { start: 0, style: {}, region: undefined }, reading)] : [];
    const title = head && [...descendantsOf(head, 'title')][0]?.children.find((child) => typeof child === 'string');
    return { cues: byStart(cues), ...(title ? { title } : {}) };
  },
  write: ({ cues, title }) => documentOf(cues, title),
};

type Reading = {
  readonly styles: ReadonlyMap<string, XmlElement>;
  readonly regions: ReadonlyMap<string, XmlElement>;
  readonly rates: Rates;
};
type Inherited = { readonly start: number; readonly end?: number; readonly style: Style; readonly region: string | undefined };

/** Matches any namespace prefix. */
function attribute(element: XmlElement, name: string): string | undefined {
  const found = Object.entries(element.attributes).find(([key]) => key === name || key.endsWith(`:${name}`));
  return found?.[1];
}

function ratesOf(root: XmlElement): Rates {
  const stated = Number(attribute(root, 'frameRate') ?? USUAL_FRAMES) || USUAL_FRAMES;
  const [over = 1, under = 1] = (attribute(root, 'frameRateMultiplier') ?? '1 1').split(/[\s:]+/).map(Number);
  const frames = (stated * over) / (under || 1) || USUAL_FRAMES;
  return { frames, ticks: Number(attribute(root, 'tickRate')) || frames };
}

function timeIn(text: string | undefined, { frames, ticks }: Rates): number | undefined {
  if (text === undefined) return undefined;
  const counted = /^\s*(\d+):(\d{2}):(\d{2}):(\d+)(?:\.\d+)?\s*$/.exec(text);
  if (counted) {
    const [hours = 0, minutes = 0, seconds = 0, frame = 0] = counted.slice(1).map(Number);
    return Math.round((hours * 3600 + minutes * 60 + seconds + frame / frames) * 1000);
  }
  const [, value = '', unit = ''] = /^\s*(\d+(?:\.\d+)?)(h|ms|m|s|f|t)\s*$/.exec(text) ?? [];
  if (unit === '') return clockTime(text);
  const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1, f: 1000 / frames, t: 1000 / ticks };
  return Math.round(Number(value) * (units[unit] ?? 0));
}

function* cuesIn(element: XmlElement, inherited: Inherited, reading: Reading): Generator<Cue> {
  const { rates } = reading;
  const start = inherited.start + (timeIn(attribute(element, 'begin'), rates) ?? 0);
  const length = timeIn(attribute(element, 'dur'), rates);
  const stated = timeIn(attribute(element, 'end'), rates);
  const end = length === undefined ? (stated === undefined ? inherited.end : inherited.start + stated) : start + length;
  const here: Inherited = {
    start,
    ...(end === undefined ? {} : { end }),
    style: { ...inherited.style, ...lookOf(element, reading) },
    region: attribute(element, 'region') ?? inherited.region,
  };
  if (element.name !== 'p') {
    for (const child of elementsOf(element)) yield* cuesIn(child, here, reading);
    return;
  }
  const spans = tidy(spansOf(element.children, here.style, reading, attribute(element, 'space') === 'preserve'));
  if (spans.length === 0 || end === undefined) return;
  const place = placeOf(element, reading.regions.get(here.region ?? ''));
  yield { start, end: Math.max(start, end), spans, ...(place === USUAL_PLACE ? {} : { place }) };
}

function spansOf(nodes: readonly XmlNode[], style: Style, reading: Reading, preserves: boolean): readonly Span[] {
  return nodes.flatMap((node): readonly Span[] => {
    if (typeof node === 'string') return [{ ...style, text: preserves ? node : node.replaceAll(/\s+/g, ' ') }];
    if (node.name === 'br') return [{ ...style, text: '\n' }];
    if (node.name === 'metadata') return [];
    return spansOf(node.children, { ...style, ...lookOf(node, reading) }, reading, preserves);
  });
}

/** Referenced styles first, then the element's own attributes. Styles may refer to others, but not cyclically. */
function lookOf(element: XmlElement, reading: Reading, seen: ReadonlySet<string> = new Set()): Style {
  const ids = (attribute(element, 'style') ?? '').split(/\s+/).filter((id) => id !== '' && !seen.has(id));
  const referred = ids.map((id) => {
    const style = reading.styles.get(id);
    return style ? lookOf(style, reading, new Set([...seen, id])) : {};
  });
  return Object.assign({}, ...referred, ownLook(element));
}

const WHITE = '#ffffff';

function ownLook(element: XmlElement): Style {
  const decoration = attribute(element, 'textDecoration') ?? '';
  const { colour } = colourStyle(attribute(element, 'color'));
  return {
    ...(attribute(element, 'fontWeight') === 'bold' ? { bold: true } : {}),
    ...(/^(?:italic|oblique)$/.test(attribute(element, 'fontStyle') ?? '') ? { italic: true } : {}),
    ...(/(?:^|\s)underline/.test(decoration) ? { underline: true } : {}),
    ...(/(?:^|\s)lineThrough/.test(decoration) ? { strike: true } : {}),
    ...(colour && colour !== WHITE ? { colour } : {}),
  };
}

function placeOf(element: XmlElement, region: XmlElement | undefined): Place {
  const own = (name: string): string | undefined => {
    const inside = region && childOf(region, 'style');
    return attribute(element, name) ?? (region && attribute(region, name)) ?? (inside && attribute(inside, name));
  };
  const rows: Readonly<Record<string, readonly [Place, Place, Place]>> = {
    before: [7, 8, 9],
    center: [4, 5, 6],
    after: [1, 2, 3],
  };
  const [left, centre, right] = rows[own('displayAlign') ?? 'after'] ?? [1, 2, 3];
  const side = own('textAlign');
  if (side === 'left' || side === 'start') return region && !attribute(region, 'textAlign') ? centre : left;
  return side === 'right' || side === 'end' ? right : centre;
}

const ROWS = ['after', 'center', 'before'] as const;
const SIDES = ['left', 'center', 'right'] as const;

function documentOf(cues: readonly Cue[], title: string | undefined): string {
  const places = [...new Set<Place>([USUAL_PLACE, ...cues.map(({ place = USUAL_PLACE }) => place)])].sort(
    (one, other) => one - other,
  );
  const regions = places.map((place) => {
    const [row, side] = [ROWS[Math.floor((place - 1) / 3)], SIDES[(place - 1) % 3]];
    return `      <region xml:id="place${place}" tts:origin="5% 5%" tts:extent="90% 90%" tts:displayAlign="${row}" tts:textAlign="${side}"/>`;
  });
  const named = title ? [`    <metadata><ttm:title>${escapeXmlText(title)}</ttm:title></metadata>`] : [];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xml:lang="">',
    '  <head>',
    ...named,
    '    <layout>',
    ...regions,
    '    </layout>',
    '  </head>',
    '  <body>',
    '    <div>',
    ...cues.map(paragraphOf),
    '    </div>',
    '  </body>',
    '</tt>',
    '',
  ].join('\n');
}

const time = (milliseconds: number): string => clock(milliseconds, { hours: 2, separator: '.', decimals: 3 });

function paragraphOf({ start, end, spans, place = USUAL_PLACE }: Cue): string {
  const lines = linesOf(spans).map((line) => line.map(spanOf).join(''));
  return `      <p begin="${time(start)}" end="${time(end)}" region="place${place}">${lines.join('<br/>')}</p>`;
}

function spanOf({ text, bold, italic, underline, strike, colour }: Span): string {
  const decoration = [...(underline ? ['underline'] : []), ...(strike ? ['lineThrough'] : [])].join(' ');
  const looks = [
    ...(colour ? [`tts:color="${colour}"`] : []),
    ...(bold ? ['tts:fontWeight="bold"'] : []),
    ...(italic ? ['tts:fontStyle="italic"'] : []),
    ...(decoration ? [`tts:textDecoration="${decoration}"`] : []),
  ];
  const plain = escapeXmlText(text);
  return looks.length === 0 ? plain : `<span ${looks.join(' ')}>${plain}</span>`;
}
