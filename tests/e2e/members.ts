/** Accounts and checkout steps for journeys of members. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type JourneyLocale, type SiteJourney } from './site-journey.ts';

const PASSWORD = 'a short sentence';

/** The button that leads to the service that takes the money. */
export const PAY = { en: 'Pay with PayPal', ko: 'PayPal로 결제하기' } as const;

/**
 * Asks the server as the page would. Fails if the request is refused.
 * @param from client address reported by the proxy, if not the shared one
 */
export function ask(page: Page, method: string, path: string, body?: object, from?: string): Promise<unknown> {
  return page.evaluate(
    async ([verb, address, content, proxied]) => {
      const headers = { ...(content && { 'Content-Type': 'application/json' }), ...(proxied && { 'X-Forwarded-For': proxied }) };
      const response = await fetch(`/api/${address}`, { method: verb, headers, ...(content && { body: content }) });
      const text = await response.text();
      if (!response.ok) throw new Error(`${verb} ${address}: ${response.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    [method, path, body && JSON.stringify(body), from] as const,
  );
}

type Letter = { readonly to: string; readonly subject: string; readonly text: string };

export async function lettersTo(page: Page, email: string): Promise<readonly Letter[]> {
  const { letters } = (await ask(page, 'GET', 'demo/mail')) as { letters: readonly Letter[] };
  return letters.filter(({ to }) => to === email);
}

/** Creates an account with a confirmed address, signed out, and opens the plans. */
export async function member(
  { visit }: Pick<SiteJourney, 'visit'>,
  page: Page,
  locale: JourneyLocale,
): Promise<{ readonly email: string; readonly password: string }> {
  const email = `mina-${crypto.randomUUID()}@example.com`;
  await visit(page, locale, '/pricing');
  const joining = { email, password: PASSWORD, firstName: '민아', lastName: '김', locale };
  // All journeys together sign up oftener than one address may within an hour.
  await ask(page, 'POST', 'account/sign-up', joining, crypto.randomUUID());
  await expect.poll(async () => (await lettersTo(page, email)).length).toBe(1);
  const [letter] = await lettersTo(page, email);
  const [, token = ''] = /#token=([\w%.-]+)/.exec(letter?.text ?? '') ?? [];
  await ask(page, 'POST', 'account/verify', { token: decodeURIComponent(token) });
  await ask(page, 'POST', 'account/sign-out');
  return { email, password: PASSWORD };
}

/** Goes to the fake approval page and chooses there. */
export async function decide(page: Page, locale: JourneyLocale, choice: 'pay' | 'cancel', outcome = 'paid'): Promise<void> {
  await page.getByRole('radio', { name: 'PayPal' }).check();
  await page.getByRole('button', { name: PAY[locale] }).click();
  await page.waitForURL(/\/demo\/paypal\/checkoutnow/);
  expect(await page.locator('html').getAttribute('lang')).toBe(locale);
  if (choice === 'pay') await page.locator(`input[value=${outcome}]`).check();
  await page.locator(`button[value=${choice}]`).click();
}
