/** A person's own image, from the converter to the studio: consent, upload, editing, comparison. The services are fakes. */

import { signIn as signInEnglish } from '@bakkum/i18n/strings/account/sign-in.en';
import { signIn as signInKorean } from '@bakkum/i18n/strings/account/sign-in.ko';
import { conversion as conversionEnglish } from '@bakkum/i18n/strings/conversion/conversion.en';
import { conversion as conversionKorean } from '@bakkum/i18n/strings/conversion/conversion.ko';
import { studio as english } from '@bakkum/i18n/strings/studio/studio.en';
import { studio as korean } from '@bakkum/i18n/strings/studio/studio.ko';
import { type FakeImageServer, settingsFor, startFakeImageServer } from '@bakkum/image-provider-fake/fake-server';
import { drawPicture } from '@bakkum/image-provider-fake/image';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Site, serveBuiltSite } from '../../built-site.ts';
import { fill } from '../fill.ts';
import { member } from '../members.ts';
import { isAccessible, siteJourney } from '../site-journey.ts';

const KEY = 'test-key';
const WORDS = {
  en: {
    studio: english,
    conversion: conversionEnglish,
    signIn: signInEnglish,
    prefix: '',
    instructions: 'make the sky darker',
    unreadable: /can’t be read as an image/,
  },
  ko: {
    studio: korean,
    conversion: conversionKorean,
    signIn: signInKorean,
    prefix: '/ko',
    instructions: '하늘을 더 어둡게 해 줘',
    unreadable: /이미지로 읽을 수 없는 파일/,
  },
} as const;
const SIZE = { width: 600, height: 400 };

let fake: FakeImageServer;
let site: Site;
beforeAll(async () => {
  fake = await startFakeImageServer({ key: KEY });
  site = await serveBuiltSite(settingsFor(fake.url, KEY));
});
afterAll(async () => {
  await site.close();
  await fake.close();
});
beforeEach(() => fake.reset());

const journey = siteJourney(() => site.baseUrl);

/** Every picture that leaves the page, by the kind of body. */
function sentBy(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const type = request.headers()['content-type'] ?? '';
    if (request.method() !== 'GET' && !type.startsWith('application/json') && !type.startsWith('text/plain'))
      sent.push(`${new URL(request.url()).pathname} ${type}`);
  });
  return sent;
}

/** How far two pictures are from each other as the browser shows them: the mean over all numbers, of 255. */
function apart(page: Page, one: Uint8Array, other: Uint8Array = new Uint8Array()): Promise<number> {
  return page.evaluate(
    async ([size, ...texts]) => {
      const read = async (text: string): Promise<Uint8ClampedArray> => {
        const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
        const canvas = new OffscreenCanvas(size.width, size.height).getContext('2d');
        if (!canvas) throw new Error('nothing to draw on');
        canvas.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0, size.width, size.height);
        return canvas.getImageData(0, 0, size.width, size.height).data;
      };
      const [first, second] = await Promise.all([read(texts[0]), read(texts[1])]);
      return first.reduce((sum, value, at) => sum + Math.abs(value - (second[at] ?? 0)), 0) / first.length;
    },
    [SIZE, Buffer.from(one).toString('base64'), Buffer.from(other).toString('base64')] as const,
  );
}

it.each([
  ['en', 1280, 'light'],
  ['ko', 360, 'dark'],
] as const)('is changed where one agrees to send it, in %s at %i pixels', async (locale, width, colorScheme) => {
  const { studio: words, conversion, signIn, prefix, instructions, unreadable } = WORDS[locale];
  const page = await journey.open(locale, width, colorScheme);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const { email, password } = await member(journey, page, locale);
  const sent = sentBy(page);

  // Converted on the device, and taken along: by the keyboard, and without leaving it yet.
  await journey.visit(page, locale, '/converter');
  const picture = { name: 'holiday.png', mimeType: 'image/png', buffer: Buffer.from(drawPicture(11, SIZE)) };
  await page.setInputFiles('[data-testid=files]', picture);
  await page.locator('li[data-status=pending] input[role=combobox]').fill('JPG');
  await page
    .getByRole('option', { name: /^JPE?G\b/ })
    .first()
    .click();
  await button(conversion.convert).click();
  const edit = button(fill(conversion.editNamed, { name: 'holiday.jpg' }));
  await edit.focus();
  await isAccessible(page);
  await edit.press('Enter');
  await page.waitForURL(`${site.baseUrl}${prefix}/ai-generator`);
  await page.getByText(fill(words.ownSignIn, { name: 'holiday.jpg' })).waitFor();
  await isAccessible(page);
  await page.locator('main').getByRole('button', { name: words.ownSignInLink, exact: true }).click();
  const signingIn = page.getByRole('dialog');
  await signingIn.getByRole('button', { name: signIn.toSignInLink, exact: true }).click();
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await signingIn.locator('button[type=submit]').click();

  // What is sent, to whom, and where it is kept stands there before; nothing has been sent.
  const asking = page.getByRole('dialog', { name: words.importTitle });
  for (const term of [words.importSent, words.importKept, words.importCost]) await asking.getByText(term).waitFor();
  await asking.getByText('OpenAI').waitFor();
  await isAccessible(page);
  expect(sent).toEqual([]);
  await asking.getByRole('button', { name: words.importAgree }).click();
  const refining = page.getByRole('dialog', { name: words.refineTitle });
  await refining.getByText(words.ownPicture).first().waitFor();
  expect(sent).toEqual(['/api/images/imports application/octet-stream']);
  await refining.getByLabel(words.instructions).fill(instructions);
  await isAccessible(page);
  await refining.getByRole('button', { name: new RegExp(`^${words.refineTitle}`, 'i') }).click();

  // The service received exactly this image; the result names its history and is shown beside the original.
  const cards = page.getByRole('article');
  const changed = cards.filter({ hasText: words.editedBadge });
  await changed.waitFor();
  // Rows far from the screen are not drawn.
  await changed.scrollIntoViewIfNeeded();
  await cards.filter({ hasText: words.imported }).waitFor();
  await page.getByText(fill(words.creditsOf, { current: 9, total: 10 })).waitFor();
  const order = fake.jobs.at(-1);
  expect([order?.service, order?.order.prompt]).toEqual(['openai', instructions]);
  expect(await apart(page, picture.buffer, order?.order.picture)).toBeLessThan(6);
  await changed.getByRole('button', { name: words.refine, exact: true }).click();
  await refining.getByText(words.compare).click();
  const shown = refining.getByRole('img', { name: words.before, exact: true });
  await expect
    .poll(async () => (await shown.count()) > 0 && shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(SIZE.width);
  await page.keyboard.press('Escape');
  await refining.waitFor({ state: 'hidden' });

  // Dragging a converted image sends nothing.
  const made = button(fill(words.ownEdit, { name: 'holiday.jpg' }));
  await made.dragTo(page.getByRole('heading', { name: words.ownTitle }));
  await asking.waitFor();
  await asking.getByRole('button', { name: words.cancel }).click();
  await asking.waitFor({ state: 'hidden' });

  // A file that is not an image is refused with a next step.
  await page.setInputFiles('[data-testid=own-picture]', {
    name: 'no.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  });
  await asking.getByRole('button', { name: words.importAgree }).click();
  await asking.getByText(unreadable).waitFor();
  await isAccessible(page);
  await page.keyboard.press('Escape');
  await asking.waitFor({ state: 'hidden' });
  expect(sent).toHaveLength(2);
  expect(journey.complaints).toEqual([]);
});

it('an image can be dropped or pasted anywhere on the page', async () => {
  const page = await journey.open('en', 768, 'dark');
  const sent = sentBy(page);
  await journey.visit(page, 'en', '/ai-generator');
  const give = (kind: 'drop' | 'paste', name: string) =>
    page.evaluate(
      ([event, title]) => {
        const data = new DataTransfer();
        data.items.add(new File(['a'], 'notes.txt', { type: 'text/plain' }));
        data.items.add(new File(['b'], title, { type: 'image/png' }));
        const given =
          event === 'drop'
            ? new DragEvent('drop', { dataTransfer: data, bubbles: true })
            : new ClipboardEvent('paste', { clipboardData: data, bubbles: true });
        document.body.dispatchEvent(given);
      },
      [kind, name] as const,
    );
  for (const kind of ['drop', 'paste'] as const) {
    await expect
      .poll(async () => {
        await give(kind, `${kind}.png`);
        return page.getByText(fill(english.ownSignIn, { name: `${kind}.png` })).count();
      })
      .toBe(1);
  }
  expect(sent).toEqual([]);
  expect(journey.complaints).toEqual([]);
});
