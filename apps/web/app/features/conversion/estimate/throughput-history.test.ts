import { expect, test } from 'vitest';
import { lengthOf, ThroughputHistory } from './throughput-history.ts';

const film = { from: 'mp4', to: 'webm', options: {}, facts: { durationMs: 60_000, codecs: ['H.264'], width: 640, height: 360 } };

test('estimates nothing without a similar conversion', () => {
  const history = new ThroughputHistory();
  expect(history.expect(film)).toBeUndefined();
  history.record(film, 12_000);
  expect(history.expect({ ...film, facts: { ...film.facts, durationMs: 120_000 } })).toBe(24_000);
  expect(history.expect({ ...film, options: { trimEnd: 30 } })).toBe(6000);
});

test('different formats, codecs, sizes, options and durations are not similar', () => {
  const history = new ThroughputHistory();
  history.record(film, 12_000);
  const others = [
    { ...film, to: 'mp3' },
    { ...film, facts: { ...film.facts, codecs: ['H.265'] } },
    { ...film, facts: { ...film.facts, width: 1920 } },
    { ...film, facts: { ...film.facts, durationMs: 3_600_000 } },
    { ...film, options: { quality: 'low' } },
    { ...film, facts: {} },
  ];
  expect(others.map((other) => history.expect(other))).toEqual(others.map(() => undefined));
});

test('has the duration of the trimmed part', () => {
  const { facts } = film;
  expect(lengthOf({ facts, options: { trimStart: 10, trimEnd: 500 } })).toBe(50);
  expect(lengthOf({ facts, options: { trimStart: 30, trimEnd: 20 } })).toBeUndefined();
});
