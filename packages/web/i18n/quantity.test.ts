import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatChange,
  formatDate,
  formatDateTime,
  formatDuration,
  formatList,
  formatMoney,
  formatPercent,
  formatShortDate,
  formatTime,
  formatUptime,
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

it('formats percentages and changes', () => {
  expect([formatPercent('en', 0.426), formatPercent('ko', 1)]).toEqual(['43%', '100%']);
  expect([formatChange('en', -0.996), formatChange('en', -1)]).toEqual(['-99%', '-100%']);
  expect([formatChange('en', 0.46), formatChange('en', -0.26), formatChange('ko', 0.004)]).toEqual(['+46%', '-26%', '0%']);
});

it('formats money without empty cents', () => {
  expect([formatMoney('en', '1234.56', 'USD'), formatMoney('ko', '20.00', 'USD')]).toEqual(['$1,234.56', 'US$20']);
});

it('formats lists', () => {
  expect([formatList('en', ['PNG', 'JPG', 'PDF']), formatList('ko', ['PNG', 'JPG'])]).toEqual([
    'PNG, JPG, and PDF',
    'PNG 및 JPG',
  ]);
});

it.each([
  ['en', 'November 5, 2026', 'Nov 5, 2026', 'Nov 5, 2026, 1:07 PM'],
  ['ko', '2026년 11월 5일', '2026. 11. 5.', '2026. 11. 5. 오후 1:07'],
] as const)('formats dates in UTC in %s', (locale, long, short, withTime) => {
  const date = new Date('2026-11-05T13:07:00Z');
  expect([formatDate(locale, date, 'UTC'), formatShortDate(locale, date, 'UTC'), formatDateTime(locale, date, 'UTC')]).toEqual([
    long,
    short,
    withTime,
  ]);
});

it('formats dates and times in the time zone of the reader', () => {
  const afternoon = new Date(2026, 6, 1, 13, 5, 9);
  expect([formatDate('en', afternoon), formatDate('ko', afternoon)]).toEqual(['July 1, 2026', '2026년 7월 1일']);
  expect([formatTime('en', afternoon), formatTime('ko', afternoon)]).toEqual(['1:05:09 PM', '오후 1:05:09']);
});

it('never rounds an uptime up to 100 %', () => {
  expect([formatUptime('en', 1), formatUptime('en', 0.99999), formatUptime('ko', 0.9987654), formatUptime('en', 0)]).toEqual([
    '100%',
    '99.99%',
    '99.87%',
    '0%',
  ]);
});
