import { jsonLine } from '@bakkum/data-tree/json-line';
import { lossNotes } from '@bakkum/data-tree/tree';
import { fixture } from '@bakkum/tests/engine-context';
import { expect, it } from 'vitest';
import { references } from './references.ts';

it('bibliographies become one record per reference, with people and dates as text', async () => {
  const text = await (await fixture('references/refs.csl.json')).text();
  const value = references.binary ? null : references.read(text, lossNotes());
  expect(JSON.parse(jsonLine(value, lossNotes()))).toMatchObject([
    { title: '다람쥐의 겨울나기', author: '김, 다람; Park, Namu', issued: '2020' },
    { type: 'book', author: 'Knuth, Donald E.' },
  ]);
});
