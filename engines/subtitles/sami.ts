import { escapeHtml } from '@bakkum/markup/escape';
import { byStart, type Cue, type Dialect, LAST_CUE_MS, type Subtitles, textOf, tidy } from './cue.ts';
import { readMarkup, writeMarkup } from './markup.ts';
import { withoutOverlaps } from './timing.ts';

/** Languages by the usual class names in Korean and English files. */
const CLASS_LANGUAGES: Readonly<Record<string, string>> = {
  krcc: 'ko',
  kocc: 'ko',
  korcc: 'ko',
  krscc: 'ko',
  encc: 'en',
  egcc: 'en',
  engcc: 'en',
  uscc: 'en',
  jpcc: 'ja',
  jacc: 'ja',
  cncc: 'zh',
  chcc: 'zh',
  frcc: 'fr',
  decc: 'de',
  escc: 'es',
};
const WRITTEN_CLASSES: Readonly<Record<string, readonly [name: string, title: string, tag: string]>> = {
  ko: ['KRCC', 'Korean', 'ko-KR'],
  en: ['ENCC', 'English', 'en-US'],
  ja: ['JPCC', 'Japanese', 'ja-JP'],
  zh: ['CNCC', 'Chinese', 'zh-CN'],
};

type Paragraph = { readonly start: number; readonly group: string; readonly html: string };

/**
 * SAMI as read by Korean players: a text is shown until the next one of its class, and `&nbsp;` clears it. Tags are rarely
 * closed.
 */
export const sami: Dialect = {
  keeps: new Set(['bold', 'italic', 'underline', 'strike', 'colour']),
  read(text) {
    const languages = languagesOf(text);
    const paragraphs = paragraphsOf(text.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ''));
    const groups = Map.groupBy(paragraphs, ({ group }) => group);
    const several = groups.size > 1;
    const cues = [...groups].flatMap(([group, members]) =>
      cuesOf(members).map((cue) => (several ? { ...cue, language: languages(group) } : cue)),
    );
    const title = /<title>([^<]*)<\/title>/i.exec(text)?.[1]?.trim();
    return { cues: byStart(cues), ...(title ? { title } : {}) };
  },
  write: (subtitles) => documentOf(subtitles),
};

/** Language of a class: from its style, otherwise from its usual name. */
function languagesOf(text: string): (group: string) => string {
  const head = /<style[^<>]*>((?:(?!<style)[\s\S])*?)<\/style>/i.exec(text)?.[1] ?? '';
  const stated = [...head.matchAll(/\.([\w-]+)\s*\{([^{}]*)\}/g)].flatMap(([, name = '', body = '']) => {
    const tag = /\blang\s*:\s*['"]?([a-z]{2,3})/i.exec(body)?.[1];
    return tag ? [[name.toLowerCase(), tag.toLowerCase()] as const] : [];
  });
  const known = new Map([...Object.entries(CLASS_LANGUAGES), ...stated.map(([name, tag]) => [name, TAGS[tag] ?? tag] as const)]);
  return (group) => known.get(group) ?? (group || 'und');
}

/** Old files use country codes for languages. */
const TAGS: Readonly<Record<string, string>> = { kr: 'ko', jp: 'ja', cn: 'zh', us: 'en' };

/** A paragraph without a class belongs to the only class of the file. */
function paragraphsOf(text: string): readonly Paragraph[] {
  const body = text.slice(Math.max(0, text.search(/<sync\b/i)));
  const blocks = body.split(/<sync\b/i).slice(1);
  const found = blocks.flatMap((block) => {
    const [, tag = '', rest = ''] = /^([^>]*)>([\s\S]*)$/.exec(block) ?? [];
    const start = Number(/\bstart\s*=\s*(?:["']\s*)?(-?\d+)/i.exec(tag)?.[1] ?? Number.NaN);
    if (!Number.isFinite(start)) return [];
    const content = rest.replace(/<\/?(?:body|sami)\b[\s\S]*/i, '').replaceAll(/<\/sync>/gi, '');
    return partsOf(content).map((part) => ({ start: Math.max(0, start), ...part }));
  });
  const [only, another] = new Set(found.map(({ group }) => group).filter((group) => group !== ''));
  return another === undefined && only !== undefined ? found.map((part) => ({ ...part, group: only })) : found;
}

function partsOf(content: string): readonly { readonly group: string; readonly html: string }[] {
  const parts = content.split(/<p\b/i);
  const before = parts[0] ?? '';
  if (parts.length === 1) return [{ group: '', html: before }];
  return parts.slice(1).map((part) => {
    const [, tag = '', html = ''] = /^([^>]*)>([\s\S]*)$/.exec(part) ?? [];
    return { group: (/\bclass\s*=\s*(?:["']\s*)?([\w-]+)/i.exec(tag)?.[1] ?? '').toLowerCase(), html };
  });
}

function cuesOf(paragraphs: readonly Paragraph[]): readonly Cue[] {
  const sorted = paragraphs.toSorted((one, other) => one.start - other.start);
  let next: number | undefined;
  const cues: Cue[] = [];
  for (const [index, { start, html }] of [...sorted.entries()].toReversed()) {
    const later = sorted[index + 1]?.start;
    if (later !== undefined && later > start) next = later;
    const lines = html
      .replaceAll(/(?:(?<!\s)\s+)?\n\s*/g, ' ')
      .replaceAll(/<\/p>/gi, '')
      .replaceAll(/(?:(?<!\s)\s+)?<br\b[^<>]*>\s*/gi, '<br>');
    const spans = tidy(readMarkup(lines, { entities: true, dropsUnknown: true }));
    if (spans.length > 0 && textOf(spans).replaceAll(/[\s\u00a0]/g, '') !== '')
      cues.push({ start, end: next ?? start + LAST_CUE_MS, spans });
  }
  return cues.toReversed();
}

const HANGUL = /[\uac00-\ud7a3]/;

/** A file with one language may not declare it; Hangul is detected. */
function classFor(language: string | undefined, sample: string): readonly [string, string, string] {
  const tag = language ?? (HANGUL.test(sample) ? 'ko' : 'en');
  const plain = tag.replaceAll(/[^a-z0-9-]/gi, '') || 'und';
  return WRITTEN_CLASSES[tag] ?? [`${plain.toUpperCase()}CC`, plain, plain];
}

function documentOf({ cues, title = '' }: Subtitles): string {
  const groups = [...Map.groupBy(cues, ({ language }) => language)].map(([language, members]) => ({
    named: classFor(language, members.map(({ spans }) => textOf(spans)).join('')),
    cues: members,
  }));
  const rules = groups.map(({ named: [name, words, tag] }) => `.${name} { Name: ${words}; lang: ${tag}; SAMIType: CC; }`);
  const paragraphs = groups.flatMap(({ named: [name], cues: members }) => paragraphsFor(name, members));
  const moments = [...Map.groupBy(paragraphs, ({ start }) => start)].sort(([one], [other]) => one - other);
  const body = moments.map(([start, members]) => `<SYNC Start=${start}>${members.map(({ html }) => html).join('\n')}`);
  return [
    '<SAMI>',
    '<HEAD>',
    `<TITLE>${escapeHtml(title)}</TITLE>`,
    '<STYLE TYPE="text/css">',
    '<!--',
    'P { margin-left: 8pt; margin-right: 8pt; margin-bottom: 2pt; text-align: center; font-size: 20pt; color: white; }',
    ...rules,
    '-->',
    '</STYLE>',
    '</HEAD>',
    '<BODY>',
    ...body,
    '</BODY>',
    '</SAMI>',
    '',
  ].join('\n');
}

function paragraphsFor(name: string, cues: readonly Cue[]): readonly { readonly start: number; readonly html: string }[] {
  const apart = withoutOverlaps(cues);
  return apart.flatMap(({ start, end, spans }, index) => {
    const paragraph = (at: number, html: string) => ({ start: at, html: `<P Class=${name}>${html}` });
    const html = writeMarkup(spans, {
      escape: (text) => escapeHtml(text).replaceAll(/\n+/g, '<br>'),
      colour: (colour) => [`<font color="${colour}">`, '</font>'],
      strike: ['<s>', '</s>'],
    });
    return apart[index + 1]?.start === end ? [paragraph(start, html)] : [paragraph(start, html), paragraph(end, '&nbsp;')];
  });
}
