/** The image studio of a fresh installation in a real browser, from a visitor's prompt to a downloaded file. */
import { drawPicture } from '@bakkum/image-provider-fake/image';
import { expect, it } from 'vitest';
import { contentOf, openHydrated } from '../shared-browser.ts';
import { isAccessible, siteJourney } from '../site-journey.ts';

const journey = siteJourney();
const { base, open } = journey;

const GENERATE = 'button[aria-describedby=generate-note]';
const WORDS = {
  en: {
    path: '/ai-generator',
    title: 'Design studio',
    prompt: 'three cats under a tree at night, quietly',
    blank: 'Enter a prompt first.',
    settings: /^Settings/,
    clear: 'Clear',
    signIn: 'Sign in',
    demo: 'Use the demo account',
    image: 'Image: three cats under a tree at night, quietly',
    badge: 'Design, not AI',
    drawn: 'Drawn: cat × 3, tree, cat under tree, night',
    notDrawn: 'Not drawn: quietly',
    favourite: 'Favorite',
    unfavourite: 'Remove from favorites',
    stars: '4 stars',
    starred: 'No rating',
    download: 'Download as PNG',
    more: 'More actions',
    svg: 'Download as SVG',
    file: /^design-three-cats-under-a-tree-at-night-quietly-\d+\.png$/,
    delete: 'Delete',
    undo: 'Undo',
  },
  ko: {
    path: '/ko/ai-generator',
    title: '디자인 스튜디오',
    prompt: '밤에 나무 아래 고양이 세 마리, 조용히',
    blank: '먼저 프롬프트를 써 주세요.',
    settings: /^설정/,
    clear: '지우기',
    signIn: '로그인',
    demo: '데모 계정으로 로그인',
    image: '밤에 나무 아래 고양이 세 마리, 조용히 이미지',
    badge: '디자인, AI 아님',
    drawn: '그린 요소: 나무, 고양이 × 3, 나무 아래 고양이, 밤',
    notDrawn: '그리지 못한 요소: 조용히',
    favourite: '즐겨찾기',
    unfavourite: '즐겨찾기에서 빼기',
    stars: '별 4개',
    starred: '별점 없음',
    download: 'PNG 다운로드',
    more: '더 보기',
    svg: 'SVG 다운로드',
    file: /^design-\d+\.png$/,
    delete: '삭제',
    undo: '되돌리기',
  },
} as const;

it.each([
  ['en', 1280, 'light'],
  ['ko', 360, 'dark'],
] as const)('makes a design of words in %s at %i pixels', async (locale, width, colorScheme) => {
  const words = WORDS[locale];
  const page = await open(locale, width, colorScheme);

  // A visitor writes and is asked to sign in; then the order starts.
  await openHydrated(page, base + words.path);
  await page.getByRole('heading', { level: 1, name: words.title }).waitFor();
  expect(await page.title()).toContain(words.title);
  expect(await page.locator('input[name=style]').count()).toBe(0);
  await page.locator('#prompt').fill(words.prompt);
  await isAccessible(page);
  // On phones the settings are folded.
  if (width < 1024) await page.getByRole('button', { name: words.settings }).click();
  await page.getByRole('radio', { name: /512 × 512/ }).check();
  await page.locator(GENERATE).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: words.signIn, exact: true }).click();
  await dialog.getByRole('button', { name: words.demo }).click();

  const card = page.getByRole('article', { name: words.image }).first();
  await card.waitFor();
  await page.reload();
  await card.waitFor();
  for (const text of [words.badge, words.drawn, words.notDrawn]) await card.getByText(text).waitFor();

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

  await card.getByRole('button', { name: words.more }).click();
  const [vector] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: words.svg }).click()]);
  expect((await contentOf(vector)).toString()).toMatch(/^<svg [^>]*width="512" height="512"/);

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

it('never offers to edit uploaded images when no service supports it', async () => {
  const page = await open('en', 360);
  await openHydrated(page, `${base}/converter`);
  const picture = { name: 'holiday.png', mimeType: 'image/png', buffer: Buffer.from(drawPicture(11, { width: 90, height: 60 })) };
  await page.setInputFiles('[data-testid=files]', picture);
  await page.locator('li[data-status=pending] input[role=combobox]').fill('WEBP');
  await page
    .getByRole('option', { name: /^WEBP\b/i })
    .first()
    .click();
  await page.getByRole('button', { name: 'Convert', exact: true }).click();
  await page.locator('li[data-status=completed]').waitFor();
  expect(await page.getByRole('button', { name: /with AI/ }).count()).toBe(0);
  await openHydrated(page, `${base}/ai-generator`);
  await page.locator(GENERATE).waitFor();
  expect(await page.getByRole('heading', { name: 'Edit your own image' }).count()).toBe(0);
  expect(journey.complaints).toEqual([]);
});

it('shows examples drawn at build time that can be used as the prompt', async () => {
  const page = await open('ko', 360);
  await openHydrated(page, `${base}/ko/ai-generator`);
  const isShown = (picture: Element): boolean => picture instanceof HTMLImageElement && picture.naturalWidth > 0;
  const example = page.locator('section[aria-labelledby=examples] button').last();
  await example.scrollIntoViewIfNeeded();
  await expect.poll(() => example.locator('img').evaluate(isShown)).toBe(true);
  const prompt = await example.innerText();
  await example.click();
  expect(await page.locator('#prompt').inputValue()).toBe(prompt);
  expect(journey.complaints).toEqual([]);
});
