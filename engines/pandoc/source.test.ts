import { expect, it } from 'vitest';
import { withPlainDates } from './source.ts';

it('removes times of day and unknown dates from a book', () => {
  expect(withPlainDates('<dc:date opf:event="x">2024-05-06T07:08:09Z</dc:date>')).toBe(
    '<dc:date opf:event="x">2024-05-06</dc:date>',
  );
  expect(withPlainDates('<dc:date>0101-01-01T00:00:00+00:00</dc:date>')).toBe('<dc:date></dc:date>');
  expect(withPlainDates('<dc:title>To Date</dc:title>')).toBe('<dc:title>To Date</dc:title>');
});

it('takes time in proportion to the text for elements without an end', () => {
  const open = '<date '.repeat(200_000);
  expect(withPlainDates(open)).toBe(open);
});
