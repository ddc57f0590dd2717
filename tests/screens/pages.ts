/** Pages for review, and the steps on each before its screenshot. */
import path from 'node:path';
import type { Page } from 'playwright-core';

const FIXTURES = path.resolve(import.meta.dirname, '../fixtures');
const SAMPLES = path.resolve(import.meta.dirname, '../../apps/web/app/features/home/samples');
const fixture = (name: string): string => path.join(FIXTURES, name);
const sample = (name: string): string => path.join(SAMPLES, name);

export type Screen = {
  readonly name: string;
  /** Path in the default language. */
  readonly path: string;
  readonly signedIn?: true;
  readonly prepare?: (page: Page) => Promise<void>;
};

const SEVERAL = [
  sample('lake.heic'),
  sample('weekend.docx'),
  sample('library-report.hwp'),
  fixture('media/clip.mp4'),
  fixture('documents/pdf.pdf'),
  fixture('archives/tree.zip'),
  fixture('images/png.png'),
];

export const SCREENS: readonly Screen[] = [
  { name: 'home', path: '/' },
  { name: 'converter', path: '/converter' },
  { name: 'one-image', path: '/converter', prepare: withFiles([sample('lake.heic')]) },
  { name: 'one-document', path: '/converter', prepare: withFiles([sample('weekend.docx')]) },
  { name: 'one-video', path: '/converter', prepare: withFiles([fixture('media/clip.mp4')]) },
  { name: 'one-result', path: '/convert/heic-to-jpg', prepare: converted([sample('lake.heic')]) },
  { name: 'several-files', path: '/converter', prepare: withFiles(SEVERAL) },
  { name: 'file-options', path: '/converter', prepare: withOptions(SEVERAL) },
  { name: 'several-results', path: '/', prepare: converted(SEVERAL.slice(0, 3)) },
  { name: 'quick', path: '/home1' },
  { name: 'batch', path: '/home2' },
  { name: 'batch-files', path: '/home2', prepare: withFiles(SEVERAL) },
  { name: 'cloud', path: '/home3' },
  { name: 'pair', path: '/convert/pdf-to-docx' },
  { name: 'tool', path: '/tools/compress-pdf' },
  { name: 'formats', path: '/formats' },
  { name: 'format', path: '/formats/heic' },
  { name: 'generator', path: '/ai-generator' },
  { name: 'pricing', path: '/pricing' },
  { name: 'payment', path: '/payment', signedIn: true },
  { name: 'resources', path: '/resources' },
  { name: 'file-types', path: '/resources/file-types' },
  { name: 'tips', path: '/resources/tips' },
  { name: 'tutorials', path: '/resources/tutorials' },
  { name: 'help', path: '/resources/help' },
  { name: 'api', path: '/resources/api' },
  { name: 'article', path: '/articles/heic-photos' },
  { name: 'faq', path: '/faq' },
  { name: 'contact', path: '/contact' },
  { name: 'status', path: '/status' },
  { name: 'how-it-works', path: '/how-it-works' },
  { name: 'offline', path: '/offline' },
  { name: 'licenses', path: '/licenses' },
  { name: 'privacy', path: '/privacy' },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'sign-in', path: '/sign-in' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'account', path: '/account', signedIn: true },
  { name: 'credits', path: '/account/credits', signedIn: true },
  { name: 'api-keys', path: '/account/api-keys', signedIn: true },
  { name: 'webhooks', path: '/account/webhooks', signedIn: true },
  { name: 'mailbox', path: '/demo/mail', signedIn: true },
];

/** Adds files and waits until their formats are known. */
function withFiles(files: readonly string[]): (page: Page) => Promise<void> {
  return async (page) => {
    await page.setInputFiles('[data-testid=files]', [...files]);
    await page.waitForFunction(
      (count) =>
        document.querySelectorAll('li[data-status]').length === count && !document.querySelector('li[data-status=reading]'),
      files.length,
    );
  };
}

/** Opens the options of the last file. */
function withOptions(files: readonly string[]): (page: Page) => Promise<void> {
  return async (page) => {
    await withFiles(files)(page);
    await page.locator('[data-options-of]').last().click();
  };
}

function converted(files: readonly string[]): (page: Page) => Promise<void> {
  return async (page) => {
    await withFiles(files)(page);
    await page.locator('section [data-next-step=convert]').click();
    await page.waitForSelector('section [data-next-step=download]');
  };
}
