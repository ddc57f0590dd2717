import { describe, expect, it } from 'vitest';
import { POPULAR_PAIRS } from '../../../content/pairs/popular.ts';
import { unavailableReason } from '../../../content/pairs/unavailable.ts';
import { formatById } from './catalogue.ts';
import { isOffered } from './offered-pairs.ts';
import { provenTargets } from './proven-pairs.ts';

const MOST_POPULAR = POPULAR_PAIRS.slice(0, 500);

function provenShare(host: 'browser' | 'node'): number {
  return MOST_POPULAR.filter(([from, to]) => provenTargets(host, from)?.has(to)).length / MOST_POPULAR.length;
}

describe('the popular pairs', () => {
  it('are pairs of known formats', () => {
    expect([...new Set(POPULAR_PAIRS.flat())].filter((id) => !formatById(id))).toEqual([]);
  });

  it('are listed once', () => {
    expect(new Set(POPULAR_PAIRS.map((pair) => pair.join())).size).toBe(POPULAR_PAIRS.length);
  });

  it('are nearly all proven among the first 500', () => {
    expect(provenShare('browser')).toBeGreaterThanOrEqual(0.95);
    expect(provenShare('node')).toBeGreaterThanOrEqual(0.94);
  });

  it('are offered or have a reason among the first 500', () => {
    expect(MOST_POPULAR.filter(([from, to]) => !isOffered({ from, to }) && !unavailableReason(from, to))).toEqual([]);
  });
});
