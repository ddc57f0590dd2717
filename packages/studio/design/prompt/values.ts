import type { Value } from './brief.ts';
import type { Dictionary } from './dictionary.ts';

const SEPARATORS = /,(?!\d{3}(?!\d))|[;\n·、，]|\band\b|그리고/;
const PAIR = /^(.*?)[\s:=]*(-?\d[\d,]*(?:\.\d+)?)\s*(%|만원|만|억|천원|원|개|명|점|도|시간|kg|km|cm|ms|°c|°|\$|€)?[\s.]*$/iu;
const UNSEPARATED = /([\p{L}][\p{L}\p{N}]*)\s*[:=]?\s*(-?\d+(?:\.\d+)?)\s*(%)?/gu;
/** The kind of chart, named after the values. */
const KIND_AT_END = /\s*(?:막대|원|꺾은선|선|파이|도넛)?\s*(?:그래프|차트|(?:(?:bar|line|pie|donut) )?(?:chart|graph))\S*$/i;
const MAX_VALUES = 12;
const MAX_LABEL = 24;

/** Labels and numbers of a chart, and its title. */
export function readValues(text: string, dictionary: Dictionary): { readonly list: readonly Value[]; readonly title: string } {
  const colon = text.search(/[:：]\s/);
  const [head, body] = colon > 0 && !/\d/.test(text.slice(0, colon)) ? [text.slice(0, colon), text.slice(colon + 1)] : ['', text];
  const parts = body.split(SEPARATORS).map((part) => part.replace(KIND_AT_END, '').trim());
  const pairs = parts.flatMap((part): Value[] => {
    const [, label = '', number = '', unit = ''] = PAIR.exec(part) ?? [];
    return number === '' ? [] : [{ label: label.trim(), value: Number(number.replaceAll(',', '')), unit }];
  });
  const list = pairs.length > 1 ? pairs : unseparated(body);
  const labelled = list.slice(0, MAX_VALUES).map((one, at) => ({ ...one, label: labelOf(one.label, at, head === '') }));
  return { list: labelled, title: titleOf(head, dictionary) };
}

function unseparated(body: string): readonly Value[] {
  return [...body.matchAll(UNSEPARATED)].map(([, label = '', number = '', unit = '']) => ({ label, value: Number(number), unit }));
}

/** Without a colon the first label follows the description of the chart; its last word is the label. */
function labelOf(label: string, at: number, describes: boolean): string {
  const words = label.split(' ');
  const own = at === 0 && describes ? (words.at(-1) ?? '') : label;
  return (own || String(at + 1)).slice(0, MAX_LABEL);
}

/** What the head says apart from the kind of chart. */
function titleOf(head: string, dictionary: Dictionary): string {
  const kept = dictionary.read(head).filter(({ meaning }) => meaning?.type !== 'kind');
  const run = kept.map(({ text }) => text).join(' ').replace(/^(?:a|an|the|of|for|about|showing|draw|make|create)\b\s*/gi, '');
  const title = run.replace(/^(?:of|for|about|the|our|my)\s+/i, '').trim();
  return title.slice(0, 1).toUpperCase() + title.slice(1);
}
