/** Particles that may follow a Korean noun within a word. */
const PARTICLES = new Set(
  (
    '은 는 이 가 을 를 의 에 에서 에게 과 와 도 로 으로 랑 이랑 하고 만 부터 까지 처럼 같은 같이 보다 위 위의 위에 위에서 아래 아래의 아래에 속 속의 속에 속에서 ' +
    '안 안의 안에 옆 옆의 옆에 앞 앞의 앞에 뒤 뒤의 뒤에 들 들이 들은 들을 들의 들과 인 이다 한 하는 스러운 빛 빛의 빛이 색 색의 색으로 톤 톤의 톤으로 풍 풍의 풍으로 ' +
    '마리 마리가 마리의 길 길을 가의 가에 가에서'
  ).split(' '),
);

const HANGUL = /\p{Script=Hangul}/u;

/** Returns whether the text contains Hangul. */
export function isHangul(text: string): boolean {
  return HANGUL.test(text.normalize('NFC'));
}

/** Normalises text for comparison: composed Hangul, lower case, one space between words. */
export function foldPrompt(prompt: string): string {
  return prompt.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

/** Splits normalised text into words. */
export function wordsIn(folded: string): readonly string[] {
  return folded.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? [];
}

/** Returns the index of the word where a term occurs, or -1. */
export type TermFinder = (term: string) => number;

/**
 * Creates a function that finds terms in a prompt. English terms match whole words, including plurals; Korean ones also with
 * particles and at the end of a compound (밤바다 matches 바다). A term of several words matches in its exact order.
 */
export function createFinder(prompt: string): TermFinder {
  const words = wordsIn(foldPrompt(prompt)).flatMap((word) => (word.includes('-') ? word.split('-') : [word]));
  const forms = words.map((word) => new Set(formsOf(word)));
  return (term) => {
    const parts = term.split(/[ -]/);
    return forms.findIndex((_, index) => parts.every((part, offset) => meets(forms[index + offset], part)));
  };
}

function meets(forms: ReadonlySet<string> | undefined, term: string): boolean {
  if (!forms) return false;
  if (forms.has(term)) return true;
  return term.length > 1 && HANGUL.test(term) && [...forms].some((form) => form.endsWith(term));
}

/** Returns a word and its possible base forms. */
export function formsOf(word: string): readonly string[] {
  if (HANGUL.test(word)) return [word, ...stemsOf(word)];
  const forms = [word, word.replace(/['’]s$/, '')];
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
  if (word.endsWith('ves')) forms.push(`${word.slice(0, -3)}f`);
  if (word.endsWith('es')) forms.push(word.slice(0, -2));
  if (word.endsWith('s')) forms.push(word.slice(0, -1));
  return forms;
}

function stemsOf(word: string): readonly string[] {
  const cuts = Array.from({ length: Math.max(0, word.length - 1) }, (_, index) => index + 1);
  return cuts.filter((cut) => PARTICLES.has(word.slice(cut))).map((cut) => word.slice(0, cut));
}
