import { type Item, type Link, type Meaning, type Named, RELATIONS, type Relation, type Term } from './brief.ts';
import type { Word } from './dictionary.ts';

/** More would become a crowd in which nothing can be counted. */
export const MAX_COUNT = 12;
export const MAX_ITEMS = 8;
const PLURAL_COUNT = 3;

export type Things = {
  readonly items: readonly Item[];
  readonly links: readonly Link[];
  /** Colours that belong to no thing. */
  readonly colours: readonly Named[];
  /** Asked for and not drawn. */
  readonly extra: readonly Term[];
};

type Draft = {
  item: Item;
  counted: boolean;
  particle: string;
  /** To the next one, by a Korean particle. */
  joined: boolean;
  /** To the one before, by `and`. */
  joins: boolean;
};

/** Korean particles of a subject, and those that join nouns. */
const SUBJECT = /^(?:이|가|은|는)$/;
const JOINING = /^(?:과|와|랑|이랑|하고)$/;
const HAS_HANGUL = /[가-힣]/;
const NEGATION = /^(?:no|without|not)$/i;
const KOREAN_NEGATION = /^(?:없는|없이|없고)$/;

/** Reads things with counts, colours and relations, from either language. */
export function readThings(words: readonly Word[]): Things {
  const reader = new Reader();
  words.forEach((word, at) => reader.take(word, words[at + 1], words[at - 1]));
  return reader.result();
}

class Reader {
  private readonly drafts: Draft[] = [];
  private readonly links: Link[] = [];
  private readonly colours: Named[] = [];
  private readonly extra: Term[] = [];
  private count: number | undefined;
  private colour: Named | undefined;
  /** `cat on …`: waits for the anchor. */
  private before: { readonly subjects: readonly number[]; readonly relation: Relation } | undefined;
  /** `책상 위의 …` or `On a table, …`: waits for the subject. */
  private after: { readonly anchor: number; readonly relation: Relation } | undefined;
  private negated = false;
  private and = false;
  /** Places of things in the order they were named, some more than once. */
  private readonly mentions: number[] = [];

  take(word: Word, next: Word | undefined, previous: Word | undefined): void {
    const { meaning, text } = word;
    if (word.afterBreak) this.endPhrase();
    if (NEGATION.test(text)) this.negated = true;
    if (/^and$/i.test(text)) this.and = true;
    if (KOREAN_NEGATION.test(text)) this.drop();
    if (!meaning) return;
    this.takeMeaning(meaning, word, next, previous);
  }

  private takeMeaning(meaning: Meaning, word: Word, next: Word | undefined, previous: Word | undefined): void {
    if (meaning.type === 'count') this.takeCount(Number(meaning.name), word, next);
    if (meaning.type === 'counter') this.takeCounter(word);
    if (meaning.type === 'colour') this.takeColour({ name: meaning.name, term: meaning.term });
    if (meaning.type === 'thing') this.takeThing(word, /^the$/i.test(previous?.text ?? ''));
    if (meaning.type === 'relation') this.takeRelation(meaning.name, word, previous);
    if (/^(?:place|time|weather)$/.test(meaning.type)) this.before = undefined;
  }

  result(): Things {
    this.endPhrase();
    const items = this.drafts.slice(0, MAX_ITEMS).map(({ item }) => ({ ...item, count: Math.min(item.count, MAX_COUNT) }));
    for (const { item } of this.drafts.slice(MAX_ITEMS)) this.extra.push({ en: item.thing.en, ko: item.thing.ko });
    for (const { item } of this.drafts.slice(0, MAX_ITEMS)) {
      const more = item.count - MAX_COUNT;
      if (more > 0) this.extra.push({ en: `${more} more × ${item.thing.en}`, ko: `${item.thing.ko} ${more}개 더` });
    }
    const links = this.links.filter(({ subject, anchor }) => subject < items.length && anchor < items.length);
    return { items, links, colours: this.colours, extra: this.extra };
  }

  private endPhrase(): void {
    if (this.colour) this.colours.push(this.colour);
    [this.colour, this.count, this.before] = [undefined, undefined, undefined];
  }

  /** `고양이 세 마리` counts what was named before; `세 마리의 고양이` and `three cats` what follows. */
  private takeCount(count: number, { text }: Word, next: Word | undefined): void {
    const last = this.drafts.at(-1);
    const isCounter = next?.meaning?.type === 'counter';
    const followed = isCounter && next.particle === '의';
    const isKorean = HAS_HANGUL.test(text) || isCounter;
    const mayFollow = last && !last.counted && !JOINING.test(last.particle) && last.particle !== '의' && last.particle !== '에';
    if (isKorean && !followed && mayFollow && this.after?.anchor !== this.drafts.length - 1) {
      last.item = { ...last.item, count };
      last.counted = true;
      return;
    }
    this.count = count;
  }

  /** The particle of a counter is that of the thing: `고양이 세 마리가`. */
  private takeCounter({ particle }: Word): void {
    const last = this.drafts.at(-1);
    if (last?.counted && this.count === undefined && particle !== '') {
      last.particle = particle;
      last.joined = JOINING.test(particle);
    }
  }

  private takeColour(colour: Named): void {
    if (this.colour) this.colours.push(this.colour);
    this.colour = colour;
  }

  /** @param definite `the house` is one that was named before, if there is one; in Korean, so is a noun alone */
  private takeThing({ meaning, particle, plural, text }: Word, definite: boolean): void {
    if (!meaning?.thing) return;
    const isBare = HAS_HANGUL.test(text) && !plural && this.count === undefined && !this.colour;
    const { icon } = meaning.thing;
    const known = definite || isBare ? this.drafts.findIndex(({ item }) => item.thing.icon === icon) : -1;
    this.mentions.push(known >= 0 ? known : this.drafts.length);
    if (known >= 0) return this.linkTo(known);
    if (this.negated) {
      this.negated = false;
      return;
    }
    const at = this.drafts.length;
    const count = Math.max(1, this.count ?? (plural ? PLURAL_COUNT : 1));
    const colour = this.colour;
    this.drafts.push({
      item: { thing: meaning.thing, count, ...(colour && { colour }) },
      counted: this.count !== undefined && this.count > 1,
      particle,
      joined: JOINING.test(particle),
      joins: this.and,
    });
    [this.count, this.colour, this.and] = [undefined, undefined, false];
    this.linkTo(at);
  }

  private linkTo(at: number): void {
    if (this.before) {
      for (const subject of this.before.subjects.filter((one) => one !== at))
        this.links.push({ subject, anchor: at, relation: this.before.relation });
      this.before = undefined;
      return;
    }
    if (!this.after) return;
    this.links.push({ subject: at, ...this.after });
    if (!this.drafts[at]?.joined) this.after = undefined;
  }

  private takeRelation(name: string, word: Word, previous: Word | undefined): void {
    const relation = RELATIONS.find((one) => one === name);
    const last = this.mentions.at(-1) ?? -1;
    if (!relation) return;
    if (!HAS_HANGUL.test(word.text)) {
      const subjects = this.group();
      if (subjects.length > 0) this.before = { subjects, relation };
      return;
    }
    const isAboutThing = previous?.meaning?.type === 'thing' || previous?.meaning?.type === 'counter';
    if (last < 0 || !isAboutThing) return;
    const subjects = word.particle === '의' ? [] : this.subjectsBefore();
    if (subjects.length === 0) this.after = { anchor: last, relation };
    for (const subject of subjects) this.links.push({ subject, anchor: last, relation });
  }

  /** English: the last thing, with those joined to it by `and`. */
  private group(): readonly number[] {
    const found: number[] = [];
    for (let at = this.drafts.length - 1; at >= 0; at--) {
      found.push(at);
      if (!this.drafts[at]?.joins) break;
    }
    return found;
  }

  /** Korean: `고양이가 책상 위에`: the subject named before the anchor, with what is joined to it. */
  private subjectsBefore(): readonly number[] {
    const found: number[] = [];
    for (const at of this.mentions.slice(0, -1).toReversed()) {
      const draft = this.drafts[at];
      const isSubject = found.length === 0 ? SUBJECT.test(draft?.particle ?? '') : draft?.joined;
      if (!isSubject || this.links.some(({ subject }) => subject === at)) break;
      found.push(at);
    }
    return found;
  }

  /** `사람 없는 바다` */
  private drop(): void {
    const last = this.mentions.pop();
    if (last === this.drafts.length - 1) this.drafts.pop();
  }
}
