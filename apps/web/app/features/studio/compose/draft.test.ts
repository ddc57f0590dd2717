import { RESOLUTIONS } from '@bakkum/studio-options/resolutions';
import { STYLE_IDS } from '@bakkum/studio-options/styles';
import { describe, expect, it } from 'vitest';
import { draftOf, FIRST_DRAFT, neededTier, priceOf, withOfferedSize, withRatio } from './draft.ts';

it('keeps the valid parts of a stored draft', () => {
  const kept = {
    ...FIRST_DRAFT,
    prompt: '여우',
    style: 'anime',
    aspectRatio: '16:9',
    resolution: '1920x1080',
    count: 4,
    seed: '12',
  };
  expect(draftOf(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
});

it.each([
  null,
  'text',
  {},
  { style: 'cubist', aspectRatio: '5:4', resolution: '1x1', count: 3, seed: 'abc', format: 'bmp', recipe: 'yes', prompt: 7 },
])('starts with defaults when %j is stored', (stored) => {
  expect(draftOf(stored)).toEqual(FIRST_DRAFT);
});

it('replaces a resolution that does not match the aspect ratio', () => {
  expect(draftOf({ aspectRatio: '9:16', resolution: '2048x2048' }).resolution).toBe('720x1280');
  expect(withRatio(FIRST_DRAFT, '4:3')).toMatchObject({ aspectRatio: '4:3', resolution: '1024x768' });
  expect(withRatio({ ...FIRST_DRAFT, aspectRatio: '4:3' }, '1:1').resolution).toBe('1024x1024');
});

it('takes a size that is offered', () => {
  const sizes = [
    { id: '1024x1024', credits: 2 },
    { id: '1280x720', credits: 3 },
  ] as const;
  const wide = { ...FIRST_DRAFT, aspectRatio: '16:9', resolution: '1920x1080' } as const;
  expect(withOfferedSize(wide, sizes)).toMatchObject({ aspectRatio: '16:9', resolution: '1280x720' });
  expect(withOfferedSize({ ...wide, aspectRatio: '3:4', resolution: '768x1024' }, sizes)).toMatchObject({
    resolution: '1024x1024',
  });
  expect(withOfferedSize(wide, [])).toBe(wide);
});

describe('an order', () => {
  it.each([
    ['512x512', 1, 1, 'free'],
    ['1024x1024', 4, 8, 'premium'],
    ['2048x2048', 2, 12, 'premium'],
    ['1024x1024', 8, 16, 'annual'],
    ['4096x4096', 1, 12, 'annual'],
  ] as const)('of %s × %i costs %i credits and needs %s', (resolution, count, price, tier) => {
    expect(priceOf({ resolution, count }, RESOLUTIONS)).toBe(price);
    expect(neededTier({ resolution, count })).toBe(tier);
  });
});

it('knows every style', () => {
  for (const style of STYLE_IDS) expect(draftOf({ style }).style).toBe(style);
});
