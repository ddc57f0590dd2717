/** The journeys of the converter on a static copy, behind a file server that sends no special headers. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { conversion } from '@bakkum/i18n/strings/conversion/conversion.en';
import { missing as korean } from '@bakkum/i18n/strings/site/missing.ko';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FileServer, serveFiles } from '../../file-server.ts';
import { collectConsoleErrors, contentOf, openHydrated, sharedBrowser, untilHydrated } from '../shared-browser.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const FIXTURES = path.join(ROOT, 'tests/fixtures');
const MAX_CORE_BYTES = 60_000_000;

let folder: string;
let report: string;
let server: FileServer;
const openContext = sharedBrowser();
let context: BrowserContext;
let page: Page;
let complaints: string[];
let requested: URL[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bakkum-static-'));
  const program = path.join(ROOT, 'apps/web/static-copy/main.ts');
  const env = { ...process.env, NODE_ENV: 'production' };
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--core', '--out', folder], { env });
  report = stdout;
  server = await serveFiles(folder);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  context = await openContext({ locale: 'en-US' });
  page = await context.newPage();
  complaints = [];
  requested = [];
  collectConsoleErrors(page, (complaint) => complaints.push(complaint));
  context.on('request', (request) => requested.push(new URL(request.url())));
});
afterEach(async () => {
  await context.close();
  const foreign = requested.filter(({ protocol, origin }) => /^https?:$/.test(protocol) && origin !== server.baseUrl);
  expect(foreign.map(({ href }) => href)).toEqual([]);
  expect(requested.filter(({ pathname }) => pathname.startsWith('/api/')).map(({ href }) => href)).toEqual([]);
});

const open = (address: string) => openHydrated(page, server.baseUrl + address);
const rows = (status: string) => page.locator(`li[data-status=${status}]`);

/** Opens a page in a browser that has everything for offline use. */
async function openReadyForOffline(address: string): Promise<void> {
  await open(address);
  await page.waitForSelector('html[data-offline=ready]', { state: 'attached' });
}

async function convert(...files: readonly string[]): Promise<void> {
  await page.setInputFiles(
    '[data-testid=files]',
    files.map((file) => path.join(FIXTURES, file)),
  );
  await page.locator('section [data-next-step=convert]').click();
}

describe('the files', () => {
  const htmlFiles = (): readonly string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));

  it('stay below the size of a small copy', () => {
    const megabytes = Number(/([\d.]+) MB/.exec(report)?.[1]);
    expect(megabytes * 1_000_000).toBeLessThanOrEqual(MAX_CORE_BYTES);
  });

  it('link only to pages and files of the copy', () => {
    const names = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `/${name}`));
    const isThere = (pathname: string): boolean => names.has(pathname) || names.has(`${pathname.replace(/\/$/, '')}/index.html`);
    const broken = htmlFiles().flatMap((name) =>
      [...readFileSync(path.join(folder, name), 'utf8').matchAll(/\s(?:href|src)="(\/[^"#?]*)/g)]
        .map(([, pathname = '']) => pathname)
        .filter((pathname) => !isThere(pathname))
        .map((pathname) => `${name} → ${pathname}`),
    );
    expect(htmlFiles().length).toBeGreaterThan(100);
    expect(broken).toEqual([]);
  });

  it('carry a policy that forbids other sites, and state no address', () => {
    const pages = htmlFiles().map((name) => ({ name, html: readFileSync(path.join(folder, name), 'utf8') }));
    const isSafe = (html: string): boolean =>
      html.includes('http-equiv="refresh"') ||
      /<meta http-equiv="Content-Security-Policy" content="default-src 'none';/.test(html);
    expect(pages.filter(({ html }) => !isSafe(html)).map(({ name }) => name)).toEqual([]);
    expect(pages.filter(({ html }) => /<(?:a|link|meta)\s[^>]*copy\.invalid/.test(html)).map(({ name }) => name)).toEqual([]);
  });
});

describe('a first visit', () => {
  it('converts images and a PDF, and stays on its address', async () => {
    await open('/converter');
    await convert('images/png.png', 'documents/pdf.pdf');
    await expect.poll(() => rows('completed').count()).toBe(2);
    expect(new URL(page.url()).pathname).toBe('/converter');
    const download = page.waitForEvent('download');
    await rows('completed').first().getByRole('button', { name: conversion.download }).click();
    expect((await contentOf(await download)).length).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  });

  it('is isolated as soon as the service worker runs', async () => {
    const isolated = page.waitForEvent('console', (message) => message.text() === 'isolated: true');
    // oxlint-disable-next-line no-console -- how the page tells; asking it would count as a user's action
    await page.addInitScript(() => console.info(`isolated: ${crossOriginIsolated}`));
    await page.goto(`${server.baseUrl}/converter`);
    expect((await isolated).type()).toBe('info');
  });
});

describe('pages', () => {
  it.each([
    '/',
    '/home1',
    '/home2',
    '/formats',
    '/offline',
    '/resources/help',
    '/convert/hwp-to-pdf',
    '/ko/formats/hwp',
    '/how-it-works',
  ])('%s opens by its address and after a reload', async (address) => {
    await open(address);
    const heading = await page.getByRole('heading', { level: 1 }).innerText();
    await page.reload();
    await untilHydrated(page);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(heading);
    expect(new URL(page.url()).pathname).toBe(address);
    expect(complaints).toEqual([]);
  });

  it('follow links, keep the list of files and change the language without a server', async () => {
    await open('/converter');
    await page.setInputFiles('[data-testid=files]', path.join(FIXTURES, 'images/png.png'));
    await rows('pending').waitFor();
    await page.getByRole('link', { name: '한국어' }).click();
    await page.waitForURL('**/ko/converter');
    await rows('pending').waitFor();
    await page.locator('footer a[href="/ko/formats"]').click();
    await page.waitForURL('**/ko/formats');
    expect(await page.locator('html').getAttribute('lang')).toBe('ko');
    expect(complaints).toEqual([]);
  });

  it('open in Korean for those who prefer it', async () => {
    const own = await openContext({ locale: 'ko-KR' });
    const korea = await own.newPage();
    await korea.goto(`${server.baseUrl}/home2`);
    await korea.waitForURL('**/ko/home2');
    expect(await korea.locator('html').getAttribute('lang')).toBe('ko');
    await own.close();
  });

  it('say in the language of the address that there is no such page', async () => {
    const response = await page.goto(`${server.baseUrl}/ko/none`);
    expect(response?.status()).toBe(404);
    await page.getByText(korean['page-body-copy']).waitFor();
  });

  it('lead from a page key to its page', async () => {
    await page.goto(`${server.baseUrl}/real-converter`);
    await page.waitForURL('**/converter');
    await untilHydrated(page);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  });
});

describe('offline', () => {
  it('stores packed engines on request, and converts with them', async () => {
    await open('/offline');
    await page.getByRole('button', { name: 'Download Images and drawings' }).click();
    await page.locator('li[data-kind=pictures][data-kept=true]').waitFor();
    await page.waitForSelector('html[data-offline=ready]', { state: 'attached' });
    await context.setOffline(true);
    await page.goto(`${server.baseUrl}/`);
    await untilHydrated(page);
    await convert('heic/photo.heic');
    await expect.poll(() => rows('completed').count()).toBe(1);
  });

  it('opens pages and converts', async () => {
    await openReadyForOffline('/converter');
    await convert('images/png.png');
    await expect.poll(() => rows('completed').count()).toBe(1);
    await context.setOffline(true);
    await page.reload();
    await untilHydrated(page);
    await convert('images/png.png');
    await expect.poll(() => rows('completed').count()).toBe(1);
    await page.goto(`${server.baseUrl}/home2`);
    await untilHydrated(page);
    expect(new URL(page.url()).pathname).toBe('/home2');
  });
});

describe('what a small copy lacks', () => {
  it('is named in the row of the file', async () => {
    await open('/converter');
    await page.setInputFiles('[data-testid=files]', path.join(FIXTURES, 'documents/md.md'));
    await expect.poll(() => rows('unsupported').innerText()).toContain(conversion.typeNotInCopy);
  });

  it('has no links to accounts, the studio or the cloud', async () => {
    await open('/');
    const hrefs = await page.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(hrefs.filter((href) => /sign-in|account|ai-generator|home3|pricing|\/api/.test(href ?? ''))).toEqual([]);
  });
});
