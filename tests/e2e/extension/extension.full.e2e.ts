/** The browser extension, loaded unpacked: in Chromium, and in Firefox where it is installed. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { extension as english } from '@bakkum/i18n/strings/conversion/extension.en';
import { extension as korean } from '@bakkum/i18n/strings/conversion/extension.ko';
import { type BrowserContext, chromium, type Page, type Worker } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FIREFOX_ID } from '../../../apps/web/extension/manifest.ts';
import { programsOf } from '../../../scripts/browsers.mjs';
import { type BidiSession, launchBidiFirefox } from '../../browsers/bidi-session.ts';
import { madeFile } from '../../pdf/made-documents.ts';
import { collectConsoleErrors, contentOf, HANG_MS } from '../shared-browser.ts';
import { type LinkingSite, serveLinkingSite } from './linking-site.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const FIXTURES = path.join(ROOT, 'tests/fixtures');
/** Keeps downloads short; addons.mozilla.org accepts 200 MB. */
const MAX_ZIP_BYTES = 60_000_000;
const PNG = [0x89, 0x50, 0x4e, 0x47];
const CHROMIUM = programsOf('chromium')?.browser ?? '';

let folder: string;
let report: string;
let site: LinkingSite;
let extensionPage = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bakkum-extension-'));
  const program = path.join(ROOT, 'apps/web/extension/pack/main.ts');
  const env = { ...process.env, NODE_ENV: 'production' };
  report = (await promisify(execFile)(process.execPath, [program, '--out', folder, '--version', '1.2.3'], { env })).stdout;
  site = await serveLinkingSite(() => extensionPage);
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

it('is built for both browsers, within the size limit', async () => {
  for (const browser of ['chromium', 'firefox']) {
    const { size } = await stat(path.join(folder, `bakkum-${browser}-1.2.3.zip`));
    expect(size).toBeLessThan(MAX_ZIP_BYTES);
  }
  expect(report.match(/packed: /g)).toHaveLength(2);
});

describe('in Chromium', () => {
  let context: BrowserContext;
  let background: Worker;
  let complaints: string[];
  let foreign: string[];

  /** @param isAllowed whether the user allows access to the site: nothing can click the browser's question here */
  async function launch(isAllowed: boolean): Promise<void> {
    const loaded = path.join(folder, `loaded-${isAllowed}`);
    await cp(path.join(folder, 'chromium'), loaded, { recursive: true });
    const file = path.join(loaded, 'manifest.json');
    const manifest: object = JSON.parse(await readFile(file, 'utf8'));
    if (isAllowed) await writeFile(file, JSON.stringify({ ...manifest, host_permissions: ['http://127.0.0.1/*'] }));
    const args = ['--headless=new', '--no-sandbox', '--disable-background-networking', '--disable-component-update'];
    context = await chromium.launchPersistentContext('', {
      executablePath: CHROMIUM,
      headless: false, // the old headless mode, which has no extensions
      args: [...args, `--disable-extensions-except=${loaded}`, `--load-extension=${loaded}`],
    });
    context.setDefaultTimeout(HANG_MS);
    background = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    extensionPage = new URL('/page.html', background.url()).href;
    complaints = [];
    foreign = [];
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (/^https?:$/.test(url.protocol) && url.origin !== site.baseUrl) foreign.push(url.href);
    });
    site.requested.length = 0;
    site.told.length = 0;
  }

  /** Calls the listeners of the menu, which a headless browser does not show, and returns the page that opens. */
  async function clickMenu(click: object): Promise<Page> {
    const opening = context.waitForEvent('page');
    await background.evaluate((given) => {
      type Dispatching = { contextMenus: { onClicked: { dispatch(click: object, tab: object): void } } };
      (globalThis as unknown as { chrome: Dispatching }).chrome.contextMenus.onClicked.dispatch(given, { index: 0 });
    }, click);
    const page = await opening;
    collectConsoleErrors(page, (complaint) => complaints.push(complaint));
    return page;
  }

  const extensionPages = (): readonly Page[] => context.pages().filter((page) => page.url().startsWith('chrome-extension:'));

  afterEach(async () => {
    await context.close();
    await Promise.all(['true', 'false'].map((name) => rm(path.join(folder, `loaded-${name}`), { recursive: true, force: true })));
  });

  describe('with access to the site', () => {
    beforeEach(() => launch(true));
    afterEach(() => {
      expect(foreign).toEqual([]);
      expect(complaints).toEqual([]);
    });

    it('shows the pages of a linked Hangul document, and converts it', async () => {
      const page = await clickMenu({ menuItemId: 'document', linkUrl: `${site.baseUrl}/documents/hwp.hwp` });
      await page.waitForSelector('[data-pages="1"] canvas[data-page=drawn]');
      expect(await inkOf(page)).toBeGreaterThan(0.005);
      await page.selectOption('select', 'docx');
      await page.click('[data-testid=convert]');
      const content = await saved(page, 'hwp.docx');
      expect(content.subarray(0, 2).toString()).toBe('PK');
      expect(site.requested).toEqual(['/documents/hwp.hwp']);
    });

    it('shows an HWPX document after a reload too', async () => {
      const page = await clickMenu({ menuItemId: 'link', linkUrl: `${site.baseUrl}/documents/hwpx.hwpx` });
      await page.waitForSelector('canvas[data-page=drawn]');
      await page.reload();
      await page.waitForSelector('canvas[data-page=drawn]');
      expect(await page.locator('[data-format]').getAttribute('data-format')).toBe('hwpx');
    });

    it('converts an image to PNG', async () => {
      const page = await clickMenu({ menuItemId: 'image', srcUrl: `${site.baseUrl}/images/webp.webp` });
      await page.locator('img').waitFor();
      await page.selectOption('select', 'png');
      await page.click('[data-testid=convert]');
      expect([...(await saved(page, 'webp.png')).subarray(0, 4)]).toEqual(PNG);
      expect(site.requested).toEqual(['/images/webp.webp']);
    });

    it('converts an image that is part of its page', async () => {
      const image = (await readFile(path.join(FIXTURES, 'images/webp.webp'))).toString('base64');
      const page = await clickMenu({ menuItemId: 'image', srcUrl: `data:image/webp;base64,${image}` });
      await page.selectOption('select', 'png');
      await page.click('[data-testid=convert]');
      await page.waitForSelector('[data-run=done]');
      expect(site.requested).toEqual([]);
    });

    it('opens a document that only signed-in users may read', async () => {
      const page = await context.newPage();
      await page.goto(site.baseUrl);
      const opened = await clickMenu({ menuItemId: 'document', linkUrl: `${site.baseUrl}/signed-in.hwp` });
      await opened.waitForSelector('canvas[data-page=drawn]');
      expect(site.requested).toContain('/signed-in.hwp');
    });

    it('warns that a link leads to a web page', async () => {
      const page = await clickMenu({ menuItemId: 'document', linkUrl: `${site.baseUrl}/signed-in.hwp` });
      await expect.poll(() => page.getByText(english['fault_web-page']).isVisible()).toBe(true);
    });

    it('asks for the password of a protected document', async () => {
      const page = await clickMenu({ menuItemId: 'document', linkUrl: `${site.baseUrl}/documents/encrypted.hwpx` });
      await page.getByLabel(english.password, { exact: true }).fill('wrong');
      await page.getByRole('button', { name: english.passwordOpen, exact: true }).click();
      await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(1);
    });

    it.each([
      ['missing', '/none.hwp'],
      ['forbidden', '/forbidden.hwp'],
      ['address', 'file:///etc/passwd'],
      ['address', 'javascript:alert(1)'],
    ])('reports %s for %s', async (fault, address) => {
      const page = await clickMenu({ menuItemId: 'link', linkUrl: address.startsWith('/') ? site.baseUrl + address : address });
      await expect.poll(() => page.locator(`[data-fault=${fault}]`).count()).toBe(1);
      complaints = complaints.filter((complaint) => !/status of 40[34]/.test(complaint));
    });

    it('cancels a download', async () => {
      const page = await clickMenu({ menuItemId: 'document', linkUrl: `${site.baseUrl}/endless.hwp` });
      await page.getByRole('button', { name: english.cancel, exact: true }).click();
      await page.getByText(english.lead).waitFor();
      expect(site.requested).toEqual(['/endless.hwp']);
    });

    it('draws only pages near the window', async () => {
      const page = await context.newPage();
      await page.goto(extensionPage);
      const buffer = Buffer.from(await (await madeFile('page', 40)).arrayBuffer());
      await page.setInputFiles('[data-testid=file]', { name: 'pages.pdf', mimeType: 'application/pdf', buffer });
      const [first, last] = [page.locator('canvas').first(), page.locator('canvas').last()];
      const widthOf = (): Promise<number> => first.evaluate((canvas) => (canvas as HTMLCanvasElement).width);
      await page.waitForSelector('[data-pages="40"] canvas[data-page=drawn]');
      const before = await first.boundingBox();
      await last.scrollIntoViewIfNeeded();
      await expect.poll(() => last.getAttribute('data-page')).toBe('drawn');
      await expect.poll(widthOf).toBe(0);
      await first.scrollIntoViewIfNeeded();
      await expect.poll(() => first.getAttribute('data-page')).toBe('drawn');
      expect(await widthOf()).toBeGreaterThan(0);
      expect(await first.boundingBox()).toMatchObject({ width: before?.width, height: before?.height });
    });

    it('opens a file from the device', async () => {
      const page = await context.newPage();
      await page.goto(extensionPage);
      await page.setInputFiles('[data-testid=file]', path.join(FIXTURES, 'documents/hwpx.hwpx'));
      await page.waitForSelector('canvas[data-page=drawn]');
      expect(site.requested).toEqual([]);
    });

    it('cannot be made to fetch or convert by a hostile page', async () => {
      const page = await context.newPage();
      await page.goto(`${site.baseUrl}/hostile`);
      await expect.poll(() => site.told).toContain('end');
      expect(site.told.filter((what) => ['read', 'can send'].includes(what))).toEqual([]);
      expect(extensionPages().map((each) => each.url())).toEqual([]);
      expect(site.requested).toEqual([]);
    });

    it('opens no address from the fragment of its URL', async () => {
      const page = await context.newPage();
      await page.goto(`${extensionPage}#${site.baseUrl}/documents/hwp.hwp`);
      await page.waitForSelector('[data-fault=expired]');
      expect(site.requested).toEqual([]);
    });
  });

  it('requests nothing from a site before the user allows it', async () => {
    await launch(false);
    const page = await clickMenu({ menuItemId: 'document', linkUrl: `${site.baseUrl}/documents/hwp.hwp` });
    await page.waitForSelector(`[data-asks="${new URL(site.baseUrl).host}"]`);
    expect(site.requested).toEqual([]);
    expect(
      await page.evaluate(
        (url) =>
          fetch(url).then(
            () => 'read',
            () => 'refused',
          ),
        `${site.baseUrl}/documents/hwp.hwp`,
      ),
    ).toBe('refused');
  });

  it('is in Korean in a Korean browser', async () => {
    await launch(true);
    const page = await context.newPage();
    // The texts of Chromium itself are a package of their own, which may not be installed.
    await page.addInitScript(() => {
      const { i18n } = (globalThis as unknown as { chrome: { i18n: object } }).chrome;
      Object.assign(i18n, { getUILanguage: () => 'ko-KR' });
    });
    await page.goto(extensionPage);
    await page.getByText(korean.lead).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('ko');
  });

  async function saved(page: Page, name: string): Promise<Buffer> {
    await page.waitForSelector('[data-run=done]');
    const download = page.waitForEvent('download');
    await page.click('[data-testid=save]');
    expect((await download).suggestedFilename()).toBe(name);
    return contentOf(await download);
  }

  /** Share of dark pixels of the first page. */
  function inkOf(page: Page): Promise<number> {
    return page
      .locator('canvas')
      .first()
      .evaluate((element) => {
        const canvas = element as HTMLCanvasElement;
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
        let dark = 0;
        for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) dark += 1;
        return dark / (data.length / 4);
      });
  }
});

describe.skipIf(programsOf('firefox') === undefined)('in Firefox', () => {
  const UUID = '5a1b4a0e-6f3c-4f7e-9a55-0d2f1c3b7a11';
  let firefox: BidiSession;

  beforeAll(async () => {
    firefox = await launchBidiFirefox({
      'extensions.webextensions.uuids': JSON.stringify({ [FIREFOX_ID]: UUID }),
      // Answers the browser's question with yes.
      'extensions.webextOptionalPermissionPrompts': false,
      'intl.locale.requested': 'en-US',
    });
    await firefox.installExtension(path.join(folder, 'firefox'));
    extensionPage = `moz-extension://${UUID}/page.html`;
  });
  afterAll(() => firefox.close());
  beforeEach(() => {
    site.requested.length = 0;
    site.told.length = 0;
  });

  /** Right-clicks a place of a page and chooses an item of the menu that Firefox shows. Returns the page that opens. */
  async function choose(tab: string, [x, y]: readonly [number, number], label: string): Promise<string> {
    const before = new Set((await firefox.tabs()).map(({ context }) => context));
    await firefox.evaluateInBrowser(`(() => {
      const menu = document.getElementById('contentAreaContextMenu');
      globalThis.bakkumMenu = new Promise((resolve) => menu.addEventListener('popupshown', resolve, { once: true }));
      return true;
    })()`);
    await firefox.rightClick(tab, x, y);
    await firefox.evaluateInBrowser(`bakkumMenu.then(async () => {
      const item = [...document.querySelectorAll('#contentAreaContextMenu menuitem')].find((each) => each.getAttribute('label') === ${JSON.stringify(label)});
      const popup = item.parentNode;
      if (popup.id !== 'contentAreaContextMenu') {
        const shown = new Promise((resolve) => popup.addEventListener('popupshown', resolve, { once: true }));
        popup.parentNode.openMenu(true);
        await shown;
      }
      popup.activateItem(item);
      return true;
    })`);
    const opened = async (): Promise<string | undefined> =>
      (await firefox.tabs()).find(({ context, url }) => !before.has(context) && url.startsWith(extensionPage))?.context;
    await expect.poll(opened).toBeDefined();
    return (await opened()) ?? '';
  }

  const poll = (tab: string, expression: string) => expect.poll(() => firefox.evaluate(tab, expression));

  it('shows the pages of a linked document from the menu of the link', async () => {
    const tab = await firefox.open(site.baseUrl);
    site.requested.length = 0;
    const opened = await choose(tab, [50, 25], english.browserOpenDocument);
    await poll(opened, `document.querySelector('canvas')?.dataset.page`).toBe('drawn');
    expect(site.requested).toEqual(['/documents/hwp.hwp']);
  });

  it('converts an image from the menu of the image', async () => {
    const tab = await firefox.open(site.baseUrl);
    site.requested.length = 0;
    const opened = await choose(tab, [50, 75], english.browserConvertImage);
    await poll(opened, `document.querySelector('[data-testid=convert]') !== null`).toBe(true);
    await firefox.evaluate(opened, `document.querySelector('[data-testid=convert]').click()`);
    await poll(opened, `document.querySelector('[data-run]').dataset.run`).toBe('done');
    expect(new Set(site.requested)).toEqual(new Set(['/images/webp.webp']));
  });

  it('cannot be made to fetch or convert by a hostile page', async () => {
    const before = (await firefox.tabs()).filter(({ url }) => url.startsWith(extensionPage)).length;
    await firefox.open(`${site.baseUrl}/hostile`);
    await expect.poll(() => site.told).toContain('end');
    expect(site.told.filter((what) => ['read', 'can send'].includes(what))).toEqual([]);
    expect((await firefox.tabs()).filter(({ url }) => url.startsWith(extensionPage))).toHaveLength(before);
    expect(site.requested).toEqual([]);
  });
});
