import { expect, it } from 'vitest';
import { downloadName, imageFileName, imageTitle } from './file-name.ts';
import { editedSize, nearestResolution, storedSize } from './imports.ts';
import { promptLanguage, readsPrompt } from './languages.ts';
import { imageCredits, mergedSizes } from './prices.ts';
import { ASPECT_RATIOS, RESOLUTIONS, resolutionById, tierAllows } from './resolutions.ts';

it('has these sizes at these prices', () => {
  const prices = RESOLUTIONS.map(({ id, credits, tier }) => [id, credits, tier]);
  expect(prices).toEqual([
    ['512x512', 1, 'free'],
    ['1024x1024', 2, 'free'],
    ['1536x1536', 4, 'premium'],
    ['2048x2048', 6, 'premium'],
    ['4096x4096', 12, 'annual'],
    ['1024x768', 3, 'free'],
    ['1280x720', 3, 'free'],
    ['1920x1080', 5, 'premium'],
    ['768x1024', 3, 'free'],
    ['720x1280', 3, 'free'],
    ['1080x1920', 5, 'premium'],
  ]);
});

it('has a size for every ratio, and each size matches its ratio', () => {
  expect(new Set(RESOLUTIONS.map(({ aspectRatio }) => aspectRatio))).toEqual(new Set(ASPECT_RATIOS));
  for (const { id, aspectRatio } of RESOLUTIONS) {
    const { width, height } = resolutionById(id);
    const [across = 0, down = 0] = aspectRatio.split(':').map(Number);
    expect(width * down).toBe(height * across);
  }
});

it('prices any size by the smallest square on sale that covers it, times the rate of the model', () => {
  const sizes = [
    [512, 341],
    [1024, 768],
    [1024, 683],
    [1500, 1000],
    [2048, 1536],
    [9000, 9000],
  ] as const;
  expect(sizes.map(([width, height]) => imageCredits({ width, height }, 1))).toEqual([1, 3, 2, 4, 6, 12]);
  expect([0.5, 1.5, 0].map((rate) => imageCredits({ width: 1024, height: 768 }, rate))).toEqual([2, 5, 0]);
});

it('offers the sizes of several models, each at the price of the first that draws it', () => {
  const small = [{ id: '512x512', credits: 1 }] as const;
  const large = [
    { id: '512x512', credits: 2 },
    { id: '2048x2048', credits: 12 },
  ] as const;
  expect(mergedSizes([small, large])).toEqual([small[0], large[1]]);
});

it('asks for a model that reads Korean as soon as a prompt has Hangul', () => {
  expect(['a fox', '눈 속의 여우', 'a sign that says “환영”', 'una volpe', 'ㅋㅋ'].map(promptLanguage)).toEqual([
    'en',
    'ko',
    'ko',
    'en',
    'ko',
  ]);
});

it('gives prompts in other scripts only to models that read more than English', () => {
  expect(['雪の中の狐', 'лиса в снегу', 'ثعلب', 'π ≈ 3.14, café, naïve'].map(promptLanguage)).toEqual([
    'other',
    'other',
    'other',
    'en',
  ]);
  expect([readsPrompt(['en'], 'лиса'), readsPrompt(['en', 'ko'], 'лиса')]).toEqual([false, true]);
  expect([readsPrompt(['en'], '여우'), readsPrompt(['en', 'ko'], '여우'), readsPrompt(['en'], 'a fox')]).toEqual([
    false,
    true,
    true,
  ]);
});

it('lets a higher plan do everything the lower plans allow, and not the reverse', () => {
  expect(tierAllows('annual', 'premium')).toBe(true);
  expect(tierAllows('premium', 'annual')).toBe(false);
  expect(tierAllows('free', 'premium')).toBe(false);
});

it('names a file after its prompt', () => {
  const at = new Date(1_795_255_200_000);
  expect(imageFileName('A red fox, in the SNOW!', at, 'jpeg')).toBe('ai-image-a-red-fox-in-the-snow-1795255200000.jpg');
  expect(imageFileName('눈 속의 여우', at, 'png')).toBe('ai-image-1795255200000.png');
  expect(imageFileName('x'.repeat(80), at, 'webp')).toBe(`ai-image-${'x'.repeat(50)}-1795255200000.webp`);
});

it('names an imported image after its file, and an edited one after the edit', () => {
  const madeAt = '2026-11-22T00:00:00.000Z';
  const brought = { prompt: '', madeAt, importedAs: '휴가 사진' };
  const changed = { prompt: '', madeAt, refinement: { instructions: 'Make it night' } };
  expect([imageTitle(brought), downloadName(brought, 'jpeg')]).toEqual(['휴가 사진', '휴가 사진.jpg']);
  expect([imageTitle(changed), downloadName(changed, 'png')]).toEqual([
    'Make it night',
    'ai-image-make-it-night-1795305600000.png',
  ]);
});

it('keeps the shape of an image and uses the size of the plan', () => {
  expect([storedSize({ width: 4000, height: 3000 }), storedSize({ width: 90, height: 60 })]).toEqual([
    { width: 2048, height: 1536 },
    { width: 90, height: 60 },
  ]);
  expect(editedSize({ width: 2048, height: 1536 }, 'free')).toEqual({ width: 1024, height: 768 });
  expect(editedSize({ width: 2048, height: 1536 }, 'annual')).toEqual({ width: 2048, height: 1536 });
  expect(editedSize({ width: 60, height: 90 }, 'free')).toEqual({ width: 341, height: 512 });
  const shapes = [
    [600, 400],
    [2048, 1152],
    [900, 300],
    [1000, 1001],
    [300, 400],
  ] as const;
  expect(shapes.map(([width, height]) => nearestResolution({ width, height }).aspectRatio)).toEqual([
    '4:3',
    '16:9',
    '16:9',
    '1:1',
    '3:4',
  ]);
});

it('an imported image cannot name a folder', () => {
  const brought = { prompt: '', madeAt: '2026-01-01T00:00:00Z', importedAs: '../../evil\u202E' };
  expect(downloadName(brought, 'png')).toBe('.._.._evil.png');
});
