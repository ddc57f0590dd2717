import { describe, expect, it } from 'vitest';
import { DEFAULT_BATCH, formatOf, optionsFrom, parametersOf, renamed, safeText, settingsOf } from './batch-settings.ts';

describe('settings in an address', () => {
  it('survive a round trip', () => {
    const settings = { outputFormat: 'jpg', quality: 'low', compression: 'maximum', naming: 'prefix', text: '휴가 ' } as const;
    expect(settingsOf(new URLSearchParams(parametersOf(settings).toString()))).toEqual(settings);
    expect(parametersOf(DEFAULT_BATCH).toString()).toBe('');
  });

  it('fall back to defaults when unknown', () => {
    expect(settingsOf(new URLSearchParams('outputFormat=exe&quality=&naming=sequential&page=home2'))).toEqual({
      ...DEFAULT_BATCH,
      naming: 'sequential',
    });
    expect(safeText('a/b\\c:d*e?"<f>|')).toBe('abcdef');
  });
});

it('names results', () => {
  const named = (naming: 'original' | 'prefix' | 'suffix' | 'sequential', text: string): string =>
    renamed({ ...DEFAULT_BATCH, naming, text }, 'report.v2.pdf', 7);
  expect(named('original', 'x')).toBe('report.v2.pdf');
  expect(named('prefix', 'new-')).toBe('new-report.v2.pdf');
  expect(named('suffix', '-small')).toBe('report.v2-small.pdf');
  expect(named('sequential', 'page-')).toBe('page-007.pdf');
  expect(named('sequential', '')).toBe('file-007.pdf');
});

it('apply to the options a conversion has, and to no others', () => {
  const choice = (values: readonly string[]) => ({ kind: 'choice', values, default: values[0] ?? '' }) as const;
  const schema = { quality: choice(['high', 'medium', 'low']), compression: choice(['fast', 'balanced', 'smallest']) };
  expect(optionsFrom({ ...DEFAULT_BATCH, quality: 'low', compression: 'maximum' }, schema)).toEqual([
    ['quality', 'low'],
    ['compression', 'smallest'],
  ]);
  expect(optionsFrom({ ...DEFAULT_BATCH, compression: 'none' }, { compression: choice(['lzw', 'deflate', 'none']) })).toEqual([
    ['compression', 'none'],
  ]);
  expect(optionsFrom(DEFAULT_BATCH, { compression: choice(['lzw', 'deflate', 'none']) })).toEqual([['compression', 'lzw']]);
  expect(optionsFrom(DEFAULT_BATCH, {})).toEqual([]);
  expect(formatOf({ ...DEFAULT_BATCH, outputFormat: 'jpg' })).toBe('jpeg');
});
