import type { Family, Format } from '@bakkum/formats/format';
import { expect, test, vi } from 'vitest';
import { shownAs } from './showing.ts';

// Node has no media elements; these are a browser's answers for the two types in question.
vi.stubGlobal('document', { createElement: () => ({ canPlayType: (type: string) => (type === 'audio/mpeg' ? 'maybe' : '') }) });

const format = (id: string, family: Family, mediaType: string): Format => ({
  id,
  family,
  name: id.toUpperCase(),
  title: { en: id, ko: id },
  extensions: [id],
  mediaTypes: [mediaType],
});
const always = () => true;

test('shows files that the browser displays', () => {
  expect(shownAs(format('png', 'image', 'image/png'), always)).toEqual({ kind: 'picture', mediaType: 'image/png' });
  expect(shownAs(format('mp3', 'audio', 'audio/mpeg'), always)).toEqual({ kind: 'sound', mediaType: 'audio/mpeg' });
});

test('converts other files for display, or shows nothing', () => {
  expect(shownAs(format('heic', 'image', 'image/heic'), always)).toMatchObject({ kind: 'picture', by: 'png' });
  expect(shownAs(format('stl', 'model3d', 'model/stl'), always)).toMatchObject({ kind: 'picture', by: 'png' });
  expect(shownAs(format('pdf', 'document', 'application/pdf'), always)).toMatchObject({ kind: 'picture', by: 'png' });
  expect(shownAs(format('docx', 'document', 'application/x-docx'), always)).toMatchObject({ kind: 'text', by: 'txt' });
  expect(shownAs(format('xlsx', 'spreadsheet', 'application/x-xlsx'), always)).toMatchObject({ kind: 'table', by: 'csv' });
  expect(shownAs(format('heic', 'image', 'image/heic'), (to) => to !== 'png')).toBeUndefined();
  expect(shownAs(format('zip', 'archive', 'application/zip'), always)).toBeUndefined();
});

test('shows text unchanged', () => {
  expect(shownAs(format('md', 'document', 'text/markdown'), always)).toEqual({ kind: 'text', mediaType: 'text/plain' });
  expect(shownAs(format('json', 'data', 'application/json'), always)).toEqual({ kind: 'text', mediaType: 'text/plain' });
  expect(shownAs(format('csv', 'data', 'text/csv'), always)).toMatchObject({ kind: 'table' });
});
