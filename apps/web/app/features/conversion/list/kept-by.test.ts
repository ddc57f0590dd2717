import { expect, it } from 'vitest';
import { keptBy } from './kept-by.ts';

const docx = { id: 'docx', family: 'document' } as const;
const txt = { id: 'txt', family: 'document' } as const;
const md = { id: 'md', family: 'document' } as const;
const xlsx = { id: 'xlsx', family: 'spreadsheet' } as const;
const csv = { id: 'csv', family: 'spreadsheet' } as const;
const json = { id: 'json', family: 'data' } as const;
const png = { id: 'png', family: 'image' } as const;
const mp4 = { id: 'mp4', family: 'video' } as const;

it.each([
  ['text', docx, txt, 'text'],
  ['structure', docx, md, 'structure'],
  ['picture', docx, png, undefined],
  ['picture', docx, mp4, 'picture'],
  ['layout', docx, docx, undefined],
  ['structure', xlsx, csv, 'values'],
  ['structure', xlsx, json, 'values'],
  ['text', xlsx, txt, 'values'],
  ['structure', xlsx, md, 'tables'],
  // Nothing that a table of values can hold is lost.
  ['structure', csv, md, undefined],
  ['structure', json, md, undefined],
] as const)('%s of %o in %o keeps %s', (kind, source, target, kept) => expect(keptBy(kind, source, target)).toBe(kept));
