import type { OptionsSchema } from '@bakkum/conversion/options';
import { describe, expect, it } from 'vitest';
import { regionalPaper, withRegionalPaper } from './regional-paper.ts';

const SCHEMA: OptionsSchema = { pageSize: { kind: 'choice', values: ['a4', 'letter'], default: 'a4' } };

describe('the paper size', () => {
  it.each([
    ['en-US', 'letter'],
    ['es-MX', 'letter'],
    ['en-GB', 'a4'],
    ['ko-KR', 'a4'],
    ['en', 'a4'],
  ])('in %s is %s', (language, paper) => {
    expect(withRegionalPaper(SCHEMA, language)['pageSize']?.default).toBe(paper);
    expect({ pageSize: 'a4', ...regionalPaper(SCHEMA, language) }).toEqual({ pageSize: paper });
  });

  it('is left alone where there is none to choose', () => {
    expect(withRegionalPaper({}, 'en-US')).toEqual({});
    expect(regionalPaper({}, 'en-US')).toEqual({});
  });
});
