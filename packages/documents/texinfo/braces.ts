/** The content of the braces opening at a position, and their end. A brace after an at sign is a character. */
export function bracedAt(text: string, at: number): { readonly content: string; readonly next: number } | undefined {
  if (text[at] !== '{') return undefined;
  let depth = 0;
  for (let index = at; index < text.length; index += 1) {
    const character = text[index];
    if (character === '@' && /[@{}]/.test(text[index + 1] ?? '')) index += 1;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return { content: text.slice(at + 1, index), next: index + 1 };
    }
  }
  return undefined;
}

/** Arguments separated by commas, ignoring those inside braces. */
export function argumentsOf(content: string): readonly string[] {
  const given: string[] = [];
  let start = 0;
  let depth = 0;
  for (let index = 0; index < content.length; index += 1) {
    const character = content[index];
    if (character === '@') index += 1;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    else if (character === ',' && depth === 0) {
      given.push(content.slice(start, index).trim());
      start = index + 1;
    }
  }
  return [...given, content.slice(start).trim()];
}

/** Number of braces still open at the end of a text. */
export function openBraces(text: string): number {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '@' && /[@{}]/.test(text[index + 1] ?? '')) index += 1;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
  }
  return depth;
}

/** Splits words; a word in braces may contain spaces. */
export function wordsIn(text: string): readonly string[] {
  const words: string[] = [];
  for (let at = 0; at < text.length; ) {
    const [space = ''] = /^\s*/.exec(text.slice(at)) ?? [];
    at += space.length;
    const braces = bracedAt(text, at);
    const word = braces ? braces.content : (/^[^\s{]+(?:\{[^{}]*\}[^\s{]*)*/.exec(text.slice(at))?.[0] ?? text.slice(at, at + 1));
    if (word !== '') words.push(word);
    at = braces ? braces.next : at + Math.max(1, word.length);
  }
  return words;
}
