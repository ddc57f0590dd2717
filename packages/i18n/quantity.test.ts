import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatChange,
  formatDate,
  formatDuration,
  formatList,
  formatMoney,
  formatPercent,
  formatTime,
} from './quantity.ts';

describe('formatBytes', () => {
  it.each([
    [0, '0 bytes', '0바이트'],
    [1, '1 byte', '1바이트'],
    [999, '999 bytes', '999바이트'],
    [1000, '1 kB', '1kB'],
    [1_234_567, '1.2 MB', '1.2MB'],
    [999_960, '1 MB', '1MB'],
    [2_000_000_000, '2 GB', '2GB'],
  ])('%i', (bytes, english, korean) => {
    expect(formatBytes('en', bytes)).toBe(english);
    expect(formatBytes('ko', bytes)).toBe(korean);
  });
});

describe('formatDuration', () => {
  it.each([
    [400, '0.4 sec', '0.4초'],
    [9960, '10 sec', '10초'],
    [61_000, '1 min 1 sec', '1분 1초'],
    [120_000, '2 min', '2분'],
    [3_660_000, '1 hr 1 min', '1시간 1분'],
    [-5, '0 sec', '0초'],
  ])('%i ms', (milliseconds, english, korean) => {
    expect(formatDuration('en', milliseconds)).toBe(english);
    expect(formatDuration('ko', milliseconds)).toBe(korean);
  });
});

it('writes percentages, days and lists', () => {
  const day = new Date(2026, 10, 21);
  expect([formatPercent('en', 0.426), formatPercent('ko', 1)]).toEqual(['43%', '100%']);
  expect([formatDate('en', day), formatDate('ko', day)]).toEqual(['November 21, 2026', '2026년 11월 21일']);
  expect([formatList('en', ['PNG', 'JPG', 'PDF']), formatList('ko', ['PNG', 'JPG'])]).toEqual([
    'PNG, JPG, and PDF',
    'PNG 및 JPG',
  ]);
});

it.each(['en', 'ko'] as const)('writes units in %s as Intl does', (locale) => {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  for (const [step, unit] of units.entries()) {
    const unitDisplay = unit === 'byte' ? 'long' : 'short';
    const intl = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: step === 0 ? 0 : 1 });
    for (const size of [
      1,
      1.04,
      1.05,
      1.25,
      2.45,
      9.96,
      12,
      99.949,
      345.6,
      999,
      ...(unit === 'terabyte' ? [1000, 12_345.6] : []),
    ])
      expect(formatBytes(locale, size * 1000 ** step)).toBe(intl.format((size * 1000 ** step) / 1000 ** step));
  }
});

it.each(['en', 'ko'] as const)('writes money, changes and times of day in %s as Intl does', (locale) => {
  for (const currency of ['USD', 'XTS'])
    for (const amount of ['0', '20.00', '19.50', '0.05', '1234.56', '1200000']) {
      const minimumFractionDigits = Number.isInteger(Number(amount)) ? 0 : 2;
      const intl = new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits });
      expect(formatMoney(locale, amount, currency)).toBe(intl.format(Number(amount)));
    }
  const change = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
  for (const fraction of [0, 0.004, -0.004, 0.005, -0.005, 0.46, -0.26, -0.125, 12.3456])
    expect(formatChange(locale, fraction)).toBe(change.format(fraction));
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
  // Since CLDR 42 a narrow no-break space stands before AM and PM.
  for (const moment of Array.from({ length: 200 }, (_, place) => new Date(Date.UTC(2026, 6, 1) + place * 433_017)))
    expect(formatTime(locale, moment)).toBe(time.format(moment).replaceAll('\u202F', ' '));
});
