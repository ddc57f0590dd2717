import { expect, it } from 'vitest';
import { mediaFor } from './media-queries.ts';

it.each([
  ['print', 'print', 'all'],
  ['screen, print and (min-width: 9px)', 'screen, print and (min-width: 9px)', 'not all, (min-width: 9px)'],
  ['not print', 'not print', 'not all'],
  ['(prefers-color-scheme: dark)', 'not all', 'not all'],
  ['(prefers-color-scheme: light)', '(min-width: 0px)', '(min-width: 0px)'],
])('answers "%s" as a screen and as a printer', (query, screen, print) => {
  expect([mediaFor('screen', query), mediaFor('print', query)]).toEqual([screen, print]);
});
