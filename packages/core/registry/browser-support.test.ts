import { describe, expect, it } from 'vitest';
import {
  availableIn,
  type BrowserRecord,
  type BrowserSupport,
  browserRecord,
  browserShare,
  browsersWithout,
  limitedPairs,
  limitsOfFormat,
  unavailableIn,
} from './browser-support.ts';
import { formatById } from './catalogue.ts';
import { isOffered } from './offered-pairs.ts';

const COMPLETE: BrowserRecord = { program: 'Browser 1', date: '2026-01-31', files: 10, tried: 20, valid: 20, lost: [] };

function supportWith(lost: BrowserRecord['lost']): BrowserSupport {
  return { chromium: COMPLETE, firefox: { ...COMPLETE, lost }, webkit: COMPLETE, masked: COMPLETE };
}

describe('the table of browsers', () => {
  it('has a run of real files in every browser', () => {
    for (const name of ['chromium', 'firefox', 'webkit', 'masked'] as const) {
      const { program, date, tried, valid, lost } = browserRecord(name);
      expect(program).toMatch(/^[A-Z]\w+ \d+[\w.]+$/);
      expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(tried).toBeGreaterThan(100);
      expect(valid + lost.length).toBeLessThanOrEqual(tried);
      for (const { from, to } of lost) expect([formatById(from)?.id, formatById(to)?.id]).toEqual([from, to]);
    }
  });

  it('has no crash and no internal error in any browser', () => {
    for (const name of ['firefox', 'webkit', 'masked'] as const)
      expect(browserRecord(name).lost.filter(({ code }) => code === 'internal' || code === 'crashed')).toEqual([]);
  });

  it('rounds shares down', () => {
    expect(browserShare({ ...COMPLETE, tried: 1000, valid: 999 })).toBe(99.9);
    expect(browserShare({ ...COMPLETE, tried: 3000, valid: 2999 })).toBe(99.9);
    expect(browserShare(COMPLETE)).toBe(100);
    expect(browserShare({ ...COMPLETE, tried: 0, valid: 0 })).toBe(0);
  });
});

describe('where a pair does not work', () => {
  const lost = supportWith([
    { from: 'png', to: 'webp', code: 'internal' },
    { from: 'png', to: 'gif', code: 'timeout' },
    { from: 'png', to: 'bmp', code: 'needs-capability' },
  ]);

  it('names the browser that lost it, unless it was only slow or lacked what the page names', () => {
    expect(unavailableIn({ from: 'png', to: 'webp' }, lost)).toEqual(['firefox']);
    expect(browsersWithout({ from: 'png', to: 'webp' }, lost)).toEqual(['firefox']);
    expect(unavailableIn({ from: 'png', to: 'gif' }, lost)).toEqual([]);
    expect(unavailableIn({ from: 'png', to: 'bmp' }, lost)).toEqual([]);
    expect(unavailableIn({ from: 'png', to: 'jpeg' }, lost)).toEqual([]);
  });

  it('names phones when only the full office engine converts it', () => {
    expect(isOffered({ from: 'xml', to: 'pdf' })).toBe(true);
    expect(unavailableIn({ from: 'xml', to: 'pdf' })).toEqual(['phones']);
    expect(browsersWithout({ from: 'xml', to: 'pdf' })).toEqual([]);
    expect(unavailableIn({ from: 'docx', to: 'pdf' })).toEqual([]);
    expect(availableIn({ from: 'xml', to: 'pdf' })).toEqual(['chromium', 'firefox', 'safari']);
  });

  it('has no place for pairs that the website does not offer', () => {
    expect(availableIn({ from: 'mp3', to: 'xlsx' })).toEqual([]);
  });

  it('is listed for both formats and counted', () => {
    expect(limitsOfFormat('png', lost).find(({ place }) => place === 'firefox')).toEqual({
      place: 'firefox',
      to: ['webp'],
      from: [],
    });
    expect(limitsOfFormat('webp', lost).find(({ place }) => place === 'firefox')).toEqual({
      place: 'firefox',
      to: [],
      from: ['png'],
    });
    expect(limitedPairs(lost).get('firefox')).toBe(1);
    expect(limitedPairs(lost).has('safari')).toBe(false);
    expect(limitedPairs(lost).get('phones')).toBeGreaterThan(100);
  });
});
