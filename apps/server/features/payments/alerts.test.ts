import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ALERTS } from './alerts.ts';

it('emails the operator about the problems that the guide explains', () => {
  const guide = readFileSync(path.join(import.meta.dirname, '../../../../docs/guides/take-payments.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| (`[^|]+) \|/gm)].map(([, first = '']) => first);
  const named = rows.flatMap((first) => [...first.matchAll(/`([a-z-]+)`/g)].map(([, what]) => what));
  expect(new Set(named.filter((what) => what !== 'what'))).toEqual(new Set(ALERTS));
});
