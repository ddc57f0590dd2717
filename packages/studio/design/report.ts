import type { Shown } from './kinds/studio.ts';
import type { Brief, DesignKind, Item, Relation, Term } from './prompt/brief.ts';

/** Parts of the prompt that a design shows. */
export type DesignReport = { readonly kind: DesignKind; readonly drawn: readonly Term[]; readonly notDrawn: readonly Term[] };

const RELATION_TERMS: Readonly<Record<Relation, (subject: Term, anchor: Term) => Term>> = {
  on: (a, b) => ({ en: `${a.en} on ${b.en}`, ko: `${b.ko} 위 ${a.ko}` }),
  under: (a, b) => ({ en: `${a.en} under ${b.en}`, ko: `${b.ko} 아래 ${a.ko}` }),
  behind: (a, b) => ({ en: `${a.en} behind ${b.en}`, ko: `${b.ko} 뒤 ${a.ko}` }),
  front: (a, b) => ({ en: `${a.en} in front of ${b.en}`, ko: `${b.ko} 앞 ${a.ko}` }),
  beside: (a, b) => ({ en: `${a.en} beside ${b.en}`, ko: `${b.ko} 옆 ${a.ko}` }),
  in: (a, b) => ({ en: `${a.en} in ${b.en}`, ko: `${b.ko} 안 ${a.ko}` }),
  above: (a, b) => ({ en: `${a.en} above ${b.en}`, ko: `${b.ko} 위쪽 ${a.ko}` }),
};
const TEXT = (text: string): Term => ({ en: `“${text}”`, ko: `‘${text}’` });

const STYLE_TERMS: Readonly<Record<string, Term>> = {
  photorealistic: { en: 'photorealistic', ko: '실사' },
  artistic: { en: 'brushwork', ko: '붓질' },
  anime: { en: 'anime', ko: '애니메이션' },
  'digital-art': { en: 'digital art', ko: '디지털 아트' },
  'oil-painting': { en: 'oil painting', ko: '유화' },
  watercolor: { en: 'watercolor', ko: '수채화' },
  cinematic: { en: 'cinematic', ko: '영화 같은 장면' },
  minimalist: { en: 'minimalist style', ko: '미니멀 스타일' },
};

type Left = {
  /** Characters that no typeface has. */
  readonly missing: readonly string[];
  /** A chosen style; designs have none. */
  readonly style: string | undefined;
};

export function reportOf(brief: Brief, shown: Shown, { missing, style }: Left): DesignReport {
  const styleTerm = style === undefined ? undefined : STYLE_TERMS[style];
  const setting = [brief.place, brief.time, brief.season, ...brief.weathers].flatMap((named) => named?.term ?? []);
  const motifs = brief.motifs.map(({ term }) => term);
  const things = brief.items.map(termOf);
  const relations = brief.kind === 'chart' ? [] : relationsOf(brief);
  const looks = looksOf(brief, shown);
  const drawn = [
    ...(shown.texts ?? []).map(TEXT),
    ...(shown.items ? things : []),
    ...(shown.setting ? relations : []),
    ...(shown.setting ? setting : []),
    ...(shown.motifs ? motifs : []),
    ...looks.drawn,
    ...(shown.more ?? []),
  ];
  const left = [
    ...(shown.items || brief.kind === 'chart' ? [] : things),
    ...(shown.setting || brief.kind === 'chart'
      ? []
      : [...relations, ...setting.filter((term) => !isIn(term, shown.texts ?? []))]),
    ...(shown.motifs ? [] : motifs),
    ...looks.left,
    ...brief.unread,
    ...(styleTerm ? [styleTerm] : []),
    ...missing.map((character) => ({ en: character, ko: character })),
  ];
  return { kind: brief.kind, drawn: unique(drawn), notDrawn: unique(left) };
}

/** Colours and moods of the whole design. */
function looksOf(
  brief: Brief,
  { colours: hasColours = true }: Shown,
): { readonly drawn: readonly Term[]; readonly left: readonly Term[] } {
  const colours = brief.colours.map(({ term }) => term);
  const moods = brief.moods.map(({ term }) => term);
  return hasColours ? { drawn: [...colours, ...moods], left: [] } : { drawn: moods, left: colours };
}

/** Words that were set as text were not left out. */
const isIn = ({ en, ko }: Term, texts: readonly string[]): boolean =>
  texts.some((text) => text.toLowerCase().includes(en) || text.includes(ko));

function termOf({ thing, count, colour }: Item): Term {
  const [en, ko] = colour ? [`${colour.term.en} ${thing.en}`, `${colour.term.ko} ${thing.ko}`] : [thing.en, thing.ko];
  return count === 1 ? { en, ko } : { en: `${en} × ${count}`, ko: `${ko} × ${count}` };
}

function relationsOf({ links, items }: Brief): readonly Term[] {
  return links.flatMap(({ subject, anchor, relation }) => {
    const [one, other] = [items[subject]?.thing, items[anchor]?.thing];
    return one && other ? [RELATION_TERMS[relation](one, other)] : [];
  });
}

const unique = (terms: readonly Term[]): readonly Term[] => [...new Map(terms.map((term) => [term.en, term])).values()];
