import { expect, it } from 'vitest';
import { rankOptions } from './rank-options.ts';

const GROUPS = [
  {
    id: 'popular',
    name: 'Popular',
    options: [
      { id: 'odt', name: 'ODT', note: '.odt', keywords: ['OpenDocument text', '오픈도큐먼트 텍스트'] },
      { id: 'jxl', name: 'JPEG XL', note: '.jxl', keywords: ['jpegxl'] },
      { id: 'jpeg', name: 'JPG', note: 'For photos', keywords: ['jpg', 'jpeg', 'jpe', 'photo', '사진'] },
    ],
  },
  {
    id: 'documents',
    name: 'Documents',
    options: [
      { id: 'rtf', name: 'RTF', note: '.rtf', keywords: ['rich text'] },
      { id: 'txt', name: 'TXT', note: '.txt', keywords: ['text', '텍스트'] },
    ],
  },
];
const found = (typed: string) => rankOptions(GROUPS, typed).flatMap(({ options }) => options.map(({ id }) => id));

it.each([
  ['text', ['txt', 'rtf', 'odt']],
  ['TEX', ['txt', 'rtf', 'odt']],
  ['텍스트', ['txt', 'odt']],
  ['jpg', ['jpeg']],
  ['.jpg', ['jpeg']],
  ['.rtf', ['rtf']],
  ['jpeg', ['jpeg', 'jxl']],
  ['jpe', ['jpeg', 'jxl']],
  ['사진'.normalize('NFD'), ['jpeg']],
  ['pe', ['odt', 'jxl', 'jpeg']],
  ['nothing', []],
])('%s finds %j', (typed, ids) => expect(found(typed)).toEqual(ids));
