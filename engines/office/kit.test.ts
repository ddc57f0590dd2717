import { describe, expect, it } from 'vitest';
import { namesIn } from './kit.ts';

describe('the message about missing typefaces', () => {
  it.each([
    ['each once, the first of a name and its translation', ['Batang;바탕', 'Papyrus', 'Papyrus'], ['Batang', 'Papyrus']],
    ['without empty names', ['', ' ', ';Aptos', 'Aptos Display'], ['Aptos', 'Aptos Display']],
  ])('names %s', (_, fonts, names) => {
    expect(namesIn(JSON.stringify({ fontsmissing: fonts }))).toEqual(names);
  });

  it('names none of a list truncated within the first name', () => {
    expect(namesIn('{ "fontsmissing": [ "Papy')).toEqual([]);
  });
});
