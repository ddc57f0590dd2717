/** The image studio in a real browser, with what a fresh installation has: from a stranger's prompt to a file on the disk. */
import { drawPicture } from '@bakkum/image-provider-fake/image';
import { expect, it } from 'vitest';
import { contentOf, openHydrated } from '../shared-browser.ts';
import { isAccessible, siteJourney } from '../site-journey.ts';

const journey = siteJourney();
const { base, open } = journey;

const WORDS = {
  en: {
    path: '/ai-generator',
    prompt: 'a red fox in a snowy forest',
    match: '50% match',
    better: '100% match',
    enhance: 'Use Enhanced Prompt',
    blank: 'Enter a prompt first.',
    clear: 'Clear',
    signIn: 'Sign in to generate',
    demo: 'Use the demo account',
    generate: /^Generate ·/,
    image: 'Image of: a red fox in a snowy forest, photorealistic, soft natural light',
    sketch: 'Built-in sketch, not AI',
    favourite: 'Favorite',
    unfavourite: 'Remove from favorites',
    stars: '4 stars',
    starred: 'No rating',
    download: 'Download as PNG',
    file: /^ai-image-a-red-fox-in-a-snowy-forest-photorealistic-soft-\d+\.png$/,
    delete: 'Delete',
    undo: 'Undo',
  },
  ko: {
    path: '/ko/ai-generator',
    prompt: '눈 내린 숲속의 붉은 여우',
    match: '충실도 50%',
    better: '충실도 100%',
    enhance: '다듬은 프롬프트 쓰기',
    blank: '먼저 프롬프트를 써 주세요.',
    clear: '지우기',
    signIn: '로그인하고 만들기',
    demo: '데모 계정으로 로그인',
    generate: /^만들기 ·/,
    image: '눈 내린 숲속의 붉은 여우, 실사 사진, 부드러운 자연광 이미지',
    sketch: '내장 스케치, AI 아님',
    favourite: '즐겨찾기',
    unfavourite: '즐겨찾기에서 빼기',
    stars: '별 4개',
    starred: '별점 없음',
    download: 'PNG로 다운로드',
    file: /^ai-image-\d+\.png$/,
    delete: '삭제',
    undo: '되돌리기',
  },
} as const;

it.each([
  ['en', 1280, 'light'],
  ['ko', 360, 'dark'],
] as const)('makes an image of words in %s at %i pixels', async (locale, width, colorScheme) => {
  const words = WORDS[locale];
  const page = await open(locale, width, colorScheme);

  // A stranger writes, is told what is missing, and is asked to sign in; the prompt stays.
  await openHydrated(page, base + words.path);
  await page.locator('#prompt').fill(words.prompt);
  await page.getByText(words.match).first().waitFor();
  await page.getByRole('button', { name: words.enhance }).click();
  await page.getByText(words.better).first().waitFor();
  await isAccessible(page);
  await page.getByRole('link', { name: words.signIn }).click();
  await page.getByRole('button', { name: words.demo }).click();
  await page.waitForURL(base + words.path);

  const order = page.getByRole('button', { name: words.generate });
  await order.waitFor();
  await page.getByRole('radio', { name: /512 × 512/ }).check();
  await order.click();
  // Whether it has been drawn by then or not: after a reload it is there, or comes.
  await page.reload();
  const card = page.getByRole('article', { name: words.image }).first();
  await card.waitFor();
  await card.getByText(words.sketch).waitFor();

  await card.getByRole('button', { name: words.favourite }).click();
  await card.getByRole('button', { name: words.unfavourite }).waitFor();
  await card.getByRole('button', { name: words.stars }).click();
  await card.getByRole('button', { name: words.starred }).waitFor();
  await isAccessible(page);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: words.download }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(words.file);
  const file = await contentOf(download);
  expect([file.subarray(1, 4).toString('latin1'), file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual(['PNG', 512, 512]);

  await card.getByRole('button', { name: words.delete }).click();
  await page
    .getByRole('status')
    .filter({ has: page.getByRole('button', { name: words.undo }) })
    .getByRole('button', { name: words.undo })
    .click();
  await card.waitFor();

  await page.getByRole('button', { name: words.clear, exact: true }).click();
  await page.getByText(words.blank).waitFor();
  expect(journey.complaints).toEqual([]);
});

it('offers to change pictures of people nowhere while no service does that', async () => {
  const page = await open('en', 360);
  await openHydrated(page, `${base}/converter`);
  const picture = { name: 'holiday.png', mimeType: 'image/png', buffer: Buffer.from(drawPicture(11, { width: 90, height: 60 })) };
  await page.setInputFiles('[data-testid=files]', picture);
  await page.locator('li[data-status=pending] input[role=combobox]').fill('WEBP');
  await page
    .getByRole('option', { name: /^WEBP\b/i })
    .first()
    .click();
  await page.locator('li[data-status=pending]').getByRole('button', { name: 'Convert', exact: true }).click();
  await page.locator('li[data-status=completed]').waitFor();
  expect(await page.getByRole('button', { name: /with AI/ }).count()).toBe(0);
  await openHydrated(page, `${base}/ai-generator`);
  await page.getByRole('link', { name: WORDS.en.signIn }).waitFor();
  expect(await page.getByRole('heading', { name: 'Edit your own image' }).count()).toBe(0);
  expect(journey.complaints).toEqual([]);
});

it('shows the styles in pictures of the build, and sketches the prompt where one comes near', async () => {
  const page = await open('ko', 360);
  await openHydrated(page, `${base}/ko/ai-generator`);
  const cards = page.locator('label:has(input[name=style])');
  const isShown = (picture: Element): boolean => picture instanceof HTMLImageElement && picture.naturalWidth > 0;
  await cards.first().scrollIntoViewIfNeeded();
  await expect.poll(() => cards.first().locator('img').evaluate(isShown)).toBe(true);
  expect(await cards.locator('canvas').count()).toBe(0);

  await page.locator('#prompt').fill(WORDS.ko.prompt);
  const sketches = cards.locator('canvas');
  /** Whether something is painted: an untouched canvas is transparent. Read from a copy made for reading back. */
  const isPainted = (sketch: Element): boolean => {
    const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (copy === null || !(sketch instanceof HTMLCanvasElement)) return false;
    copy.drawImage(sketch, 0, 0);
    return copy.getImageData(5, 5, 1, 1).data[3] === 255;
  };
  await cards.first().scrollIntoViewIfNeeded();
  await expect.poll(() => sketches.first().evaluate(isPainted)).toBe(true);
  await sketches.last().scrollIntoViewIfNeeded();
  await expect.poll(() => sketches.last().evaluate(isPainted)).toBe(true);

  const example = page.locator('section[aria-labelledby=examples] img').last();
  await example.scrollIntoViewIfNeeded();
  await expect.poll(() => example.evaluate(isShown)).toBe(true);
  expect(journey.complaints).toEqual([]);
});
