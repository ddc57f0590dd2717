/** Programs' side of the site: keys made and taken back, the documentation, and requests tried from it. */
import { apiDocs as docsEn } from '@bakkum/i18n/strings/api/api-docs.en';
import { apiDocs as docsKo } from '@bakkum/i18n/strings/api/api-docs.ko';
import { apiKeys as keysEn } from '@bakkum/i18n/strings/api/api-keys.en';
import { apiKeys as keysKo } from '@bakkum/i18n/strings/api/api-keys.ko';
import { webhooks as webhooksEn } from '@bakkum/i18n/strings/api/webhooks.en';
import { webhooks as webhooksKo } from '@bakkum/i18n/strings/api/webhooks.ko';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ask, member } from '../members.ts';
import { isAccessible, type JourneyLocale, siteJourney } from '../site-journey.ts';

const journey = siteJourney();
const { open, visit } = journey;
const WORDS = {
  en: { keys: keysEn, docs: docsEn, webhooks: webhooksEn },
  ko: { keys: keysKo, docs: docsKo, webhooks: webhooksKo },
} as const;

async function signedIn(locale: JourneyLocale, width: number): Promise<Page> {
  const page = await open(locale, width);
  const { email, password } = await member(journey, page, locale);
  await ask(page, 'POST', 'account/sign-in', { email, password });
  return page;
}

/** Creates an API key as the signed-in user and converts a drawing with it. */
async function orderWithKey(page: Page, base: string): Promise<void> {
  const order = { name: 'CI', scopes: ['convert:read', 'convert:write'] };
  const { secret } = (await ask(page, 'POST', 'account/api-keys', order)) as { readonly secret: string };
  const form = new FormData();
  form.append('target_format', 'png');
  form.append('file', new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>']), 'drawing.svg');
  const headers = { Authorization: `Bearer ${secret}` };
  const ordered = await fetch(`${base}/api/v1/upload`, { method: 'POST', body: form, headers });
  expect(ordered.status).toBe(202);
  const { job_id: job } = (await ordered.json()) as { readonly job_id: string };
  // The message is sent when the job has ended.
  const status = async (): Promise<unknown> => {
    const answer = await fetch(`${base}/api/v1/jobs/${job}?wait=20`, { headers });
    return ((await answer.json()) as { readonly status: unknown }).status;
  };
  await expect.poll(status).toBe('completed');
}

describe.each(['en', 'ko'] as const)('in %s', (locale) => {
  const { keys, docs, webhooks } = WORDS[locale];

  it('a key is created, shown once, tried on the documentation page, and revoked', async () => {
    const page = await signedIn(locale, 390);
    await visit(page, locale, '/account/api-keys');
    await page.getByText(keys.empty).waitFor();
    const make = page.getByRole('button', { name: keys.make, exact: true });
    await expect.poll(() => make.isEnabled()).toBe(true);
    await make.click();
    await page.getByText(keys.nameRequired).waitFor();
    await page.fill('input[name=name]', 'CI');
    await make.click();
    const secret = page.getByTestId('secret');
    await secret.waitFor();
    const key = (await secret.textContent()) ?? '';
    expect(key).toMatch(/^bkm_[a-z0-9]{10}_/);
    await isAccessible(page);

    await visit(page, locale, '/resources/api');
    await page.getByRole('combobox', { name: docs.tryRequest, exact: true }).selectOption('jobs');
    await page.getByLabel(docs.tryKey).fill(key);
    await page.getByRole('button', { name: docs.trySend }).click();
    await page.getByRole('group', { name: docs.tryAnswer }).getByText('"jobs": []').waitFor();

    await visit(page, locale, '/account/api-keys');
    await page.getByRole('button', { name: keys.revokeNamed.replace('{name}', 'CI') }).click();
    await page.getByRole('button', { name: keys.revokeNow }).click();
    await page.getByText(keys.empty).waitFor();
    expect(await page.getByTestId('secret').count()).toBe(0);
    expect(journey.complaints).toEqual([]);
  });

  it('webhooks can be configured, signed, listed and sent again', async () => {
    const page = await signedIn(locale, 390);
    await visit(page, locale, '/account/webhooks');
    await page.getByText(webhooks.empty).waitFor();
    const address = page.getByLabel(webhooks.endpoint);
    await address.fill('nowhere');
    await page.getByRole('button', { name: webhooks.save }).click();
    await page.getByText(webhooks.endpointWrong).waitFor();
    await address.fill('http://127.0.0.1:9/hook');
    await page.getByRole('button', { name: webhooks.save }).click();
    await page.getByText(webhooks.saved).waitFor();
    // It is shown only this once, even if the rest of the page cannot be reloaded.
    await page.route('**/api/v1/webhooks', (route) =>
      route.request().method() === 'GET' ? route.fulfill({ status: 429, body: '{}' }) : route.fallback(),
    );
    await page.getByRole('button', { name: webhooks.secretMake, exact: true }).click();
    const secret = (await page.getByTestId('secret').textContent()) ?? '';
    expect(secret).toMatch(/^whsec_/);
    await page.getByText(webhooks.unreachable).waitFor();
    expect(await page.getByTestId('secret').textContent()).toBe(secret);
    await isAccessible(page);
    await page.unroute('**/api/v1/webhooks');
    await page.getByRole('button', { name: webhooks.tryAgain }).click();
    await page.getByText(webhooks.unreachable).waitFor({ state: 'hidden' });
    expect(await page.getByTestId('secret').textContent()).toBe(secret);

    await orderWithKey(page, journey.base);
    await visit(page, locale, '/account/webhooks');
    expect(await page.getByTestId('secret').count()).toBe(0);
    await page.getByText(secret.slice(-4)).waitFor();
    const message = page.locator('li[data-status]');
    await message.getByText(webhooks.triesOf).click();
    // This machine is no public place.
    await message.getByText(webhooks['fault-private-address']).waitFor();
    await isAccessible(page);
    await page.getByRole('button', { name: webhooks.secretRotate }).click();
    await page.getByText(webhooks.rotateAsk).waitFor();
    await page.getByRole('button', { name: webhooks.secretRotate }).click();
    await page.getByTestId('secret').waitFor();
    expect(await page.getByTestId('secret').textContent()).not.toBe(secret);
    expect(journey.complaints).toEqual([]);
  });

  it('the documentation shows every endpoint, expands, and is accessible', async () => {
    const page = await open(locale, 360);
    // Until the server is up the page says that its endpoints come later.
    const isThere = async (): Promise<number> => {
      await visit(page, locale, '/resources/api');
      return page.locator('#convertFile').count();
    };
    await expect.poll(isThere).toBe(1);
    await page.locator('#convertFile > summary').click();
    await page.locator('#convertFile').getByText('target_format').waitFor();
    const python = page.getByRole('tab', { name: 'Python' }).first();
    const choose = async (): Promise<string | null> => {
      await python.click();
      return python.getAttribute('aria-selected');
    };
    await expect.poll(choose).toBe('true');
    await isAccessible(page);
    expect(journey.complaints).toEqual([]);
  });
});
