import { describe, expect, it } from 'vitest';
import { namesIn } from './kit.ts';

describe('the message about missing typefaces', () => {
  it.each([
    ['each once, the first of a name and its translation', ['Batang;바탕', 'Papyrus', 'Papyrus'], ['Batang', 'Papyrus']],
    ['without empty names', ['', ' ', ';Aptos', 'Aptos Display'], ['Aptos', 'Aptos Display']],
  ])('names %s', (_, fonts, names) => {
    expect(namesIn(JSON.stringify({ fontsmissing: fonts }))).toEqual(names);
  });

  it('returns no names from a list truncated within the first one', () => {
    expect(namesIn('{ "fontsmissing": [ "Papy')).toEqual([]);
  });
});
