/** The website as an installed app, as far as a browser without an installation shows it. */
import path from 'node:path';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { openHydrated, sharedBrowser } from '../shared-browser.ts';

const PNG = path.resolve(import.meta.dirname, '../../fixtures/images/png.png');
const openContext = sharedBrowser();
let context: BrowserContext;
let page: Page;
let devtools: CDPSession;

beforeEach(async () => {
  context = await openContext({ locale: 'en-US' });
  page = await context.newPage();
  devtools = await context.newCDPSession(page);
});
afterEach(() => context.close());

const open = (address: string) => openHydrated(page, inject('baseUrl') + address);

async function openWithServiceWorker(address: string): Promise<void> {
  await open(address);
  await page.waitForSelector('html[data-offline=ready]', { state: 'attached' });
}

it('can be installed, and Chromium finds no error in its manifest', async () => {
  await openWithServiceWorker('/');
  const { errors, data = '{}' } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest: unknown = JSON.parse(data);
  expect(manifest).toMatchObject({
    id: '/',
    display_override: ['window-controls-overlay'],
    file_handlers: [{ action: '/converter', accept: { 'image/jpeg': ['.jpg', '.jpeg'] } }],
    share_target: { action: '/share', method: 'POST' },
  });
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Contexts of a test are private windows.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});

/** Submits a file to the site from the page that is shown. */
async function share(referrerPolicy = ''): Promise<void> {
  const action = `${inject('baseUrl')}/share`;
  await page.evaluate(
    ([address, policy]) => {
      const form = document.createElement('form');
      Object.assign(form, { action: address, method: 'post', enctype: 'multipart/form-data' });
      form.innerHTML = '<input type=file name=files data-shared multiple><button>share</button>';
      document.body.prepend(form);
      if (policy) document.head.insertAdjacentHTML('beforeend', `<meta name=referrer content=${policy}>`);
    },
    [action, referrerPolicy],
  );
  await page.setInputFiles('[data-shared]', [PNG]);
  await page.getByRole('button', { name: 'share', exact: true }).click();
}

it('adds files that another app shares with its window', async () => {
  // No browser of a test opens the window of an installed site.
  await page.addInitScript(() => {
    const match = matchMedia.bind(globalThis);
    globalThis.matchMedia = (query) => match(query === '(display-mode: browser)' ? 'not all' : query);
  });
  await openWithServiceWorker('/faq');
  await share();
  await page.waitForURL('**/converter?shared');
  await page.locator('li[data-status=pending]').waitFor();
  expect(await page.locator('li[data-status]').count()).toBe(1);
  expect(await page.evaluate(() => caches.has('shared-files'))).toBe(false);
});

it('adds nothing that another site sends to a tab, unless the user agrees', async () => {
  await openWithServiceWorker('/faq');
  const other = `${inject('baseUrl').replace('127.0.0.1', 'localhost')}/elsewhere`;
  await page.route(other, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Other</title>' }));
  await page.goto(other);
  await share();
  await page.waitForURL('**/converter');
  expect(await page.evaluate(() => caches.has('shared-files'))).toBe(false);
  for (const [answer, rows] of [
    ['Discard', 0],
    ['Add files', 1],
  ] as const) {
    await page.goto(other);
    await share('no-referrer');
    await page.waitForURL('**/converter?shared');
    await page.getByText('Another app or site sent 1 file').waitFor();
    expect(await page.locator('li[data-status]').count()).toBe(0);
    await page.getByRole('button', { name: answer }).click();
    await page.getByText('Another app or site sent 1 file').waitFor({ state: 'detached' });
    if (rows > 0) await page.locator('li[data-status=pending]').waitFor();
    expect(await page.locator('li[data-status]').count()).toBe(rows);
  }
});

it('adds files that the system opens with it', async () => {
  await page.addInitScript(() => {
    const file = new File([new Uint8Array([0x47, 0x49, 0x46, 0x38])], 'opened.gif');
    const launch = { files: [{ getFile: () => Promise.resolve(file) }] };
    const queue = { setConsumer: (consumer: (launched: typeof launch) => void) => consumer(launch) };
    Object.defineProperty(globalThis, 'launchQueue', { value: queue });
  });
  await open('/converter');
  await page.locator('li[data-status]').waitFor();
  expect(await page.locator('li[data-status]').innerText()).toContain('opened.gif');
});

it('counts files on its icon that were finished in the background, until it is shown', async () => {
  await page.addInitScript(() => {
    const told: (number | string)[] = [];
    Object.assign(globalThis, { told });
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void told.push(count),
      clearAppBadge: async () => void told.push('cleared'),
    });
  });
  const told = () => page.evaluate(() => Reflect.get(globalThis, 'told'));
  await open('/converter');
  await page.setInputFiles('[data-testid=files]', [PNG]);
  await page.locator('section [data-next-step=convert]').waitFor();
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true, configurable: true }));
  await page.locator('section [data-next-step=convert]').click();
  await page.locator('li[data-status=completed]').waitFor();
  await expect.poll(told).toEqual([1]);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(told).toEqual([1, 'cleared']);
});

it('moves its window by the header, but not by what is in it', async () => {
  await open('/');
  // No browser of a test has a window without a title bar, so this reads the rules that Chromium understood.
  const regions = await page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule instanceof CSSMediaRule && rule.conditionText.includes('window-controls-overlay'))
      .flatMap((media) => (media instanceof CSSMediaRule ? [...media.cssRules] : []))
      .map((rule) => (rule instanceof CSSStyleRule ? rule.style.getPropertyValue('app-region') : '')),
  );
  expect(regions).toEqual(['drag', 'no-drag']);
});

it('removes the leftovers of closed pages daily, and nothing of an open page', async () => {
  await openWithServiceWorker('/converter');
  await page.setInputFiles('[data-testid=files]', [PNG]);
  await page.locator('section [data-next-step=convert]').click();
  await page.locator('li[data-status=completed]').waitFor();
  const folders = () =>
    page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      const namesIn = async (name: string): Promise<string[]> => {
        const names: string[] = [];
        for await (const each of (await root.getDirectoryHandle(name, { create: true })).keys()) names.push(each);
        return names;
      };
      return [...(await namesIn('conversions')), ...(await namesIn('queues'))];
    });
  const living = await folders();
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    for (const name of ['conversions', 'queues'])
      await (await root.getDirectoryHandle(name, { create: true })).getDirectoryHandle(`left-in-${name}`, { create: true });
  });
  expect(await folders()).toHaveLength(living.length + 2);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.dispatchPeriodicSyncEvent', {
    origin: inject('baseUrl'),
    registrationId: await registered,
    tag: 'tidy',
  });
  await expect.poll(folders).toEqual(living);
});
