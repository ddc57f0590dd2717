import type { DesignKind } from './brief.ts';
import type { Word } from './dictionary.ts';

const WITH_TEXT: readonly DesignKind[] = ['poster', 'card', 'logo'];
const OPENING = /^(?:for|about|of|titled|called|named|saying|says|reading|announcing)$/i;
const CLOSING = /^(?:with|on|in|using|featuring|that|showing|at)$/i;
const MAX_LENGTH = 70;

/** A title from the prompt's own words, where nothing is quoted: `a poster for a jazz festival`, `재즈 축제 포스터`. */
export function ownWords(
  words: readonly Word[],
  kind: DesignKind,
  occasion: string | undefined,
): { readonly text: string; readonly used: readonly Word[] } {
  const none = { text: '', used: [] };
  if (!WITH_TEXT.includes(kind)) return none;
  const kindAt = words.findIndex(({ meaning }) => meaning?.type === 'kind');
  const used =
    kindAt < 0 ? wholePhrase(words) : /[가-힣]/.test(words[kindAt]?.text ?? '') ? before(words, kindAt) : after(words, kindAt);
  if (occasion !== undefined) return addressee(used);
  const text = used.map(({ text: word }) => word).join(' ');
  if (text === '') return none;
  return { text: text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1).trim()}…` : capitalised(text), used };
}

/** `for grandma`, after the greeting of an occasion. */
function addressee(run: readonly Word[]): { readonly text: string; readonly used: readonly Word[] } {
  const used = run.filter(({ meaning }) => meaning?.type !== 'occasion' && meaning?.type !== 'filler');
  const name = used.map(({ text, particle }) => text.slice(0, text.length - particle.length)).join(' ');
  if (name === '') return { text: '', used: [] };
  return { text: /[가-힣]/.test(name) ? `${name}에게` : `For ${name}`, used };
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Nothing we know was named: the words themselves are set. */
function wholePhrase(words: readonly Word[]): readonly Word[] {
  const own = words.filter(({ meaning }) => meaning?.type !== 'unsupported');
  return own.slice(OPENING.test(own[0]?.text ?? '') ? 1 : 0);
}

function before(words: readonly Word[], kindAt: number): readonly Word[] {
  const from = words.slice(0, kindAt).findLastIndex(({ afterBreak }) => afterBreak);
  const run = words.slice(Math.max(0, from), kindAt).filter(({ text }) => !/^(?:위한|위해|대한|를|을)$/.test(text));
  return run.filter(({ meaning }) => meaning?.type !== 'mood' && meaning?.type !== 'unsupported' && meaning?.type !== 'colour');
}

function after(words: readonly Word[], kindAt: number): readonly Word[] {
  const rest = words.slice(kindAt + 1);
  const opening = rest.findIndex(({ text }) => OPENING.test(text));
  if (opening !== 0) return beforeEnglish(words, kindAt);
  const run = rest.slice(1);
  const end = run.findIndex(({ text, afterBreak }, at) => at > 0 && (afterBreak || CLOSING.test(text)));
  return (end < 0 ? run : run.slice(0, end)).filter(({ text }, at) => at > 0 || !/^(?:a|an|the|my|our)$/i.test(text));
}

/** `a jazz festival poster` */
function beforeEnglish(words: readonly Word[], kindAt: number): readonly Word[] {
  return words
    .slice(0, kindAt)
    .filter(({ meaning }) => !meaning || meaning.type === 'thing' || meaning.type === 'season' || meaning.type === 'place');
}
