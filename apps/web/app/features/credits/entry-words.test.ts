import { wordsOf } from '@bakkum/i18n/catalogue';
import { expect, it } from 'vitest';
import { entryWords, type StatementEntry } from './entry-words.ts';

const words = { t: wordsOf('en', 'credits'), shell: wordsOf('en', 'shell') };
const entry = (changes: Partial<StatementEntry>): StatementEntry => ({
  id: 1,
  at: '2026-11-21T00:00:00.000Z',
  kind: 'grant',
  change: 0,
  spent: 0,
  balance: 0,
  ...changes,
});

it('describes every kind of entry', () => {
  const entries = [
    entry({ source: 'plan', plan: 'free', change: 10 }),
    entry({ source: 'operator', note: 'sorry', change: 5 }),
    entry({ kind: 'reserve', purpose: 'images', change: -2 }),
    entry({ kind: 'settle', purpose: 'image', spent: 1, change: 1 }),
    entry({ kind: 'settle', purpose: 'refinement', spent: 1 }),
    entry({ kind: 'settle', purpose: 'something new', spent: 0, change: 2 }),
    entry({ kind: 'expire', change: -3 }),
    entry({ kind: 'claw_back', change: -3 }),
  ];
  expect(entries.map((given) => entryWords(words, given))).toEqual([
    'Plan credits: Free',
    'Credits from the operator',
    'Reserved: AI image',
    'Spent 1 credit: AI image',
    'Spent 1 credit: image refinement',
    'Returned: work on the server',
    'The cycle ended; unused credits don’t roll over',
    'Removed after a refund',
  ]);
});
