import type { Value } from './brief.ts';
import type { Dictionary } from './dictionary.ts';

const SEPARATORS = /,(?!\d{3}(?!\d))|[;\n·、，]|\band\b|그리고/;
const NUMBER = /-?\d[\d,]*(?:\.\d+)?/g;
const UNIT = /^(?:%|만원|만|억|천원|원|개|명|점|도|시간|kg|km|cm|ms|°c|°|\$|€)?\.?$/i;
const SINGLE = /^(-?\d+(?:\.\d+)?)(%?)$/;
/** The kind of chart, named after the values. */
const KIND_WORD =
  /^(?:막대|원|꺾은선|선|파이|도넛|bar|line|pie|donut|(?:막대|원|꺾은선|선|파이|도넛)?(?:그래프|차트|chart|graph)(?:로|를)?)$/i;
const OPENING = /^(?:a|an|the|of|for|about|our|my|showing|draw|make|create)$/i;
const MAX_VALUES = 12;
const MAX_LABEL = 24;

/** Labels and numbers of a chart, and its title. */
export function readValues(text: string, dictionary: Dictionary): { readonly list: readonly Value[]; readonly title: string } {
  const colon = text.search(/[:：]\s/);
  const [head, body] = colon > 0 && !/\d/.test(text.slice(0, colon)) ? [text.slice(0, colon), text.slice(colon + 1)] : ['', text];
  const pairs = body.split(SEPARATORS).flatMap(pairIn);
  const list = pairs.length > 1 ? pairs : unseparated(body);
  const labelled = list.slice(0, MAX_VALUES).map((one, at) => ({ ...one, label: labelOf(one.label, at, head === '') }));
  return { list: labelled, title: titleOf(head, dictionary) };
}

/** `Jan 120`, `사과: 40%` */
function pairIn(part: string): readonly Value[] {
  const words = part.trim().split(/\s+/);
  while (words.length > 1 && KIND_WORD.test(words.at(-1) ?? '')) words.pop();
  const text = words.join(' ');
  const found = [...text.matchAll(NUMBER)].at(-1);
  if (!found) return [];
  const unit = text.slice(found.index + found[0].length).trim();
  if (!UNIT.test(unit)) return [];
  const label = text.slice(0, found.index).split(/[:=]/)[0] ?? '';
  return [{ label: label.trim(), value: Number(found[0].replaceAll(',', '')), unit: unit.replace('.', '') }];
}

/** `rent 40% food 25%` */
function unseparated(body: string): readonly Value[] {
  const words = body.split(/[\s:=]+/);
  return words.flatMap((word, at): readonly Value[] => {
    const [, number, unit = ''] = SINGLE.exec(word) ?? [];
    const label = words[at - 1] ?? '';
    return number === undefined || SINGLE.test(label) ? [] : [{ label, value: Number(number), unit }];
  });
}

/** Without a colon the first label follows the description of the chart; its last word is the label. */
function labelOf(label: string, at: number, describes: boolean): string {
  const last = label.split(' ').at(-1) ?? '';
  const own = at === 0 && describes ? last : label;
  return (OPENING.test(own) || own === '' ? String(at + 1) : own).slice(0, MAX_LABEL);
}

/** The rest of the heading, without the kind of chart. */
function titleOf(head: string, dictionary: Dictionary): string {
  const words = dictionary.read(head).filter(({ meaning }) => meaning?.type !== 'kind');
  const start = words.findIndex(({ text }) => !OPENING.test(text));
  if (start < 0) return '';
  const title = words
    .slice(start)
    .map(({ text }) => text)
    .join(' ');
  return title.slice(0, 1).toUpperCase() + title.slice(1);
}
