/** Changes a design by an instruction: "make it night", "add two cats", "고양이를 빼 줘". */
import { type Brief, type Item, type Link, type Named, type Term } from './brief.ts';
import type { Dictionary, Word } from './dictionary.ts';
import { MAX_TEXTS, NAMED_KINDS, QUOTED, readParts } from './read-prompt.ts';
import { MAX_COUNT, MAX_ITEMS } from './things.ts';

/** English verbs stand first, perhaps after "could you please". Elsewhere they may be nouns: "a drop of water". */
const REMOVING =
  /^(?:(?:please|can|could|would|should|you|we|i|i'd|want|like|to|let's|now|then|and|also|just) )*(?:remove|delete|erase|drop|hide|get rid of|take(?= .*(?<!\p{L})(?:away|out)(?!\p{L})))(?!\p{L})|(?<!\p{L})(?:without|no)(?!\p{L})|빼(?!빼로)|없애|없이|없는|지워|지우(?!개)|삭제|제거|(?<![가-힣])안 (?=(?:오|내리)(?:게|도록))|(?<=[가-힣] )(?:오|내리)지 (?:않게|않도록|말게|마)|(?:그치|멈추|멎)(?:게|도록)/iu;
const ENGLISH_ADDING = /^(?:(?:please|can|could|would|you|now|then|and|also|just) )*add /iu;
const ADDING = /(?<!\p{L})(?:add|more|another|extra|also|put|include)(?!\p{L})|추가|(?<![가-힣])더(?![가-힣])|넣/iu;
const ENGLISH_REPLACING = /^(?:please )?(?:change|replace|swap|turn|switch|make) /iu;
const ENGLISH_BETWEEN = / (?:to|into|with|for|by) /iu;
const KOREAN_REPLACING = /(?:으로|로) ?(?:바꿔|바꾸|바꿀|변경|교체|대체|해)/u;
const KOREAN_BETWEEN = /(?<=[가-힣])(?:을|를|은|는|이|가) /u;
const KOREAN_INSTEAD = / (?:말고|대신) /u;
const ABOUT_TEXT = /(?<!\p{L})(?:text|title|words|lettering|caption)(?!\p{L})|글자|글씨|문구|제목/iu;
/** Words of instructions that name nothing. */
const VERBS =
  /^(?:add|more|another|extra|also|put|include|included|remove|delete|erase|drop|hide|get|rid|take|away|out|replace|swap|turn|change|switch|instead|become|be|use|set|everything|whole|can|could|would|you|just|than|now|then|into|onto|it|its|everywhere|again)$|^(?:추가|빼|없애|지워|지우|삭제|제거|바꿔|바꾸|바꿀|변경|교체|대체|넣|더$|말고|대신|해|줘|주세요|만들|그리|전체|모두|전부)/iu;

type Parts = ReturnType<typeof readParts>;

/** Words that change nothing we know are added to those of the prompt that nothing was found for. */
export function revise(brief: Brief, instruction: string, dictionary: Dictionary): Brief {
  return clausesOf(instruction).reduce((now, clause) => applied(now, clause, dictionary), brief);
}

const SEPARATOR = /[,;]|\. | and (?=(?:add|remove|delete|change|replace|make|turn|put) )|그리고/giu;

/** Divides at commas and ends of sentences, and before a second instruction, but not within quoted texts. */
function clausesOf(instruction: string): readonly string[] {
  const text = instruction.normalize('NFC').replaceAll(/\s+/g, ' ');
  const quotes = [...text.matchAll(QUOTED)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
  const clauses: string[] = [];
  let from = 0;
  for (const { index, 0: separator } of text.matchAll(SEPARATOR)) {
    if (quotes.some(({ start, end }) => index >= start && index < end)) continue;
    clauses.push(text.slice(from, index));
    from = index + separator.length;
  }
  return [...clauses, text.slice(from)].map((clause) => clause.trim()).filter(Boolean);
}

/** `change the cats to dogs`, `고양이를 개로 바꿔 줘`: what is replaced, and by what. */
function replacementIn(clause: string): readonly [from: string, to: string] | undefined {
  const verb = ENGLISH_REPLACING.exec(clause);
  if (verb) return divided(clause.slice(verb[0].length), ENGLISH_BETWEEN);
  const korean = KOREAN_REPLACING.exec(clause);
  return (korean && divided(clause.slice(0, korean.index), KOREAN_BETWEEN)) ?? divided(clause, KOREAN_INSTEAD);
}

function divided(text: string, between: RegExp): readonly [string, string] | undefined {
  const found = between.exec(text);
  return found ? [text.slice(0, found.index), text.slice(found.index + found[0].length)] : undefined;
}

function applied(brief: Brief, clause: string, dictionary: Dictionary): Brief {
  const [from, to] = replacementIn(clause) ?? [];
  if (from !== undefined && to !== undefined) return replaced(brief, readParts(from, dictionary), readParts(to, dictionary));
  const unquoted = clause.replaceAll(QUOTED, ' ');
  if (REMOVING.test(unquoted) && !ENGLISH_ADDING.test(unquoted))
    return removed(brief, clause, readParts(clause.replace(REMOVING, ' '), dictionary));
  return withParts(brief, readParts(clause, dictionary), ADDING.test(clause));
}

/** What the words name, in place of what the brief has of the same sort. */
function withParts(brief: Brief, parts: Parts, isAdding: boolean): Brief {
  const { things, time, place, season, moods, motifs, weathers, quotes } = parts;
  const recoloured = recolouredBy(brief, parts);
  const merged = recoloured ?? withItems(brief, parts, isAdding);
  const kind = NAMED_KINDS.find((one) => parts.named('kind').some(({ name }) => name === one));
  const texts = isAdding ? [...brief.texts, ...quotes] : [...quotes, ...brief.texts.slice(quotes.length)];
  return shownAs({
    ...brief,
    ...merged,
    kind: kind ?? brief.kind,
    texts: texts.slice(0, MAX_TEXTS),
    time: time ?? brief.time,
    place: place ?? brief.place,
    season: season ?? brief.season,
    weathers: unique([...brief.weathers, ...weathers]),
    moods: moods.length > 0 ? moods : brief.moods,
    motifs: motifs.length > 0 ? motifs : brief.motifs,
    colours: things.colours.length > 0 && !recoloured ? things.colours : brief.colours,
    unread: unreadWith(brief, parts),
  });
}

/** Things are only shown in scenes, and on what names its kind. */
function shownAs(brief: Brief): Brief {
  const isScene = brief.items.length > 0 || brief.time || brief.place || brief.season || brief.weathers.length > 0;
  return brief.kind === 'wallpaper' && isScene ? { ...brief, kind: 'scene' } : brief;
}

/** `make the cats red`: the colour is that of the things, unless a background is named. */
function recolouredBy({ items, links }: Brief, { things, named }: Parts): Pick<Brief, 'items' | 'links'> | undefined {
  const [colour] = things.colours;
  const isKnown = things.items.length > 0 && things.items.every(({ thing }) => placeOf(items, thing.icon) >= 0);
  if (!colour || !isKnown || named('kind').some(({ name }) => name === 'wallpaper')) return undefined;
  const meant = new Set(things.items.map(({ thing }) => thing.icon));
  return { items: items.map((item) => (meant.has(item.thing.icon) ? { ...item, colour } : item)), links };
}

function withItems(brief: Brief, { things, words }: Parts, isAdding: boolean): Pick<Brief, 'items' | 'links'> {
  const counted = words.some(isCount);
  const items = [...brief.items];
  const places = things.items.map((item) => {
    const at = items.findIndex(
      ({ thing, colour }) => thing.icon === item.thing.icon && (!isAdding || !item.colour || item.colour.name === colour?.name),
    );
    const known = items[at];
    if (!known) return items.push(item) - 1;
    const count = isAdding ? Math.min(MAX_COUNT, known.count + item.count) : counted ? item.count : known.count;
    items[at] = { ...known, count, ...(item.colour && { colour: item.colour }) };
    return at;
  });
  const added = things.links.flatMap(({ subject, anchor, relation }): Link[] => {
    const [from, to] = [places[subject], places[anchor]];
    return from === undefined || to === undefined ? [] : [{ subject: from, anchor: to, relation }];
  });
  const moved = new Set(added.map(({ subject }) => subject));
  const links = [...brief.links.filter(({ subject }) => !moved.has(subject)), ...added];
  return within(items.slice(0, MAX_ITEMS), links);
}

/** `a` and `an` count nothing. */
function isCount({ text, meaning }: Word): boolean {
  return meaning?.type === 'count' && !/^an?$/i.test(text);
}

function removed(brief: Brief, clause: string, parts: Parts): Brief {
  const { things, time, place, season, weathers, motifs, moods, quotes } = parts;
  const counted = parts.words.some(isCount);
  const less = brief.items.map((item) => {
    const meant = things.items.find(({ thing }) => thing.icon === item.thing.icon);
    if (!meant) return item;
    return { ...item, count: counted ? Math.max(0, item.count - meant.count) : 0 };
  });
  const isNamed = (list: readonly Named[], { name }: Named): boolean => list.some((one) => one.name === name);
  const texts = ABOUT_TEXT.test(clause) && quotes.length === 0 ? [] : brief.texts.filter((text) => !quotes.includes(text));
  return {
    ...brief,
    ...withoutEmpty(less, brief.links),
    texts,
    time: time && brief.time?.name === time.name ? undefined : brief.time,
    place: place && brief.place?.name === place.name ? undefined : brief.place,
    season: season && brief.season?.name === season.name ? undefined : brief.season,
    weathers: brief.weathers.filter((one) => !isNamed(weathers, one)),
    motifs: brief.motifs.filter((one) => !isNamed(motifs, one)),
    moods: brief.moods.filter((one) => !isNamed(moods, one)),
    colours: brief.colours.filter((one) => !isNamed(things.colours, one)),
    unread: unreadWith(brief, parts),
  };
}

function replaced(brief: Brief, from: Parts, to: Parts): Brief {
  const meant = new Set(from.things.items.map(({ thing }) => thing.icon));
  const [item] = to.things.items;
  const [colour] = to.things.colours;
  if (meant.size === 0 || (!item && !colour)) {
    const gone = { ...brief, weathers: brief.weathers.filter(({ name }) => !from.weathers.some((one) => one.name === name)) };
    return withParts(gone, to, false);
  }
  const counted = to.words.some(isCount);
  const items = brief.items.map((old): Item => {
    if (!meant.has(old.thing.icon)) return old;
    if (!item) return colour ? { ...old, colour } : old;
    return { ...item, count: counted ? item.count : old.count };
  });
  return { ...brief, items, unread: unreadWith(brief, to) };
}

/** Things without any left are dropped, with their relations. */
function withoutEmpty(items: readonly Item[], links: readonly Link[]): Pick<Brief, 'items' | 'links'> {
  const kept = items.map(({ count }, at) => (count > 0 ? items.slice(0, at).filter((one) => one.count > 0).length : -1));
  const moved = links.map((link) => ({ ...link, subject: kept[link.subject] ?? -1, anchor: kept[link.anchor] ?? -1 }));
  return within(
    items.filter(({ count }) => count > 0),
    moved,
  );
}

function within(items: readonly Item[], links: readonly Link[]): Pick<Brief, 'items' | 'links'> {
  const has = (at: number): boolean => at >= 0 && at < items.length;
  return { items, links: links.filter(({ subject, anchor }) => has(subject) && has(anchor)) };
}

function placeOf(items: readonly Item[], icon: string): number {
  return items.findIndex(({ thing }) => thing.icon === icon);
}

function unique<One extends Named>(named: readonly One[]): readonly One[] {
  return [...new Map(named.map((one) => [one.name, one])).values()];
}

function unreadWith({ unread }: Brief, { words, things }: Parts): readonly Term[] {
  const found = words.flatMap(({ text, meaning }): Term[] => {
    if (meaning?.type === 'unsupported') return [meaning.term];
    return meaning || VERBS.test(text) ? [] : [{ en: text, ko: text }];
  });
  const all = new Map([...unread, ...found, ...things.extra].map((term) => [`${term.en}/${term.ko}`, term]));
  return [...all.values()];
}
