import { expect, it } from 'vitest';
import { latinFamily } from './aliases.ts';

it.each([
  ['Helvetica', 'Arimo'],
  ["'Times New Roman'", 'Tinos'],
  ['consolas', 'Cousine'],
  ['Verdana', 'DejaVu Sans'],
  ['Segoe UI', 'Noto Sans'],
  ['serif', 'Tinos'],
  ['Papyrus', undefined],
  ['sans-serif', undefined],
])('replaces %s by %s', (name, family) => expect(latinFamily(name)).toBe(family));
