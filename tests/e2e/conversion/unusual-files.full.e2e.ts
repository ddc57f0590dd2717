/** Files that need a sentence: each gets its own, in both languages, and the others are converted. */
import { mkdir, mkdtemp, open as openFile, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytes, converterJourney, fixture, PROGRAM, WORDS } from './converter-journey.ts';

const journey = converterJourney();
const { open, add, rows } = journey;

let folder = '';
/** A PNG by its name; too large, and sparse, so that it costs no disk. */
let huge = '';
/** Two pictures, one of them in a folder inside. */
let album = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bakkum-unusual-'));
  huge = path.join(folder, 'huge.png');
  const file = await openFile(huge, 'w');
  await file.truncate(101_000_000);
  await file.close();
  album = path.join(folder, 'album');
  await mkdir(path.join(album, 'inside'), { recursive: true });
  await writeFile(path.join(album, 'one.png'), await readFile(fixture('png.png')));
  await writeFile(path.join(album, 'inside', 'two.jpg'), await readFile(fixture('jpeg.jpg')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(['', '/ko'] as const)('unusual files at "%s"', (locale) => {
  const { words, warnings, alert } = WORDS[locale];
  const row = (name: string) => journey.page.locator('li[data-status]').filter({ hasText: name });
  const statusOf = (name: string) => row(name).getAttribute('data-status');
  const says = (name: string, sentence: string) =>
    expect.poll(() => row(name).innerText()).toEqual(expect.stringContaining(sentence));
  const notices = () => journey.page.getByRole('alert').or(journey.page.getByRole('status')).allInnerTexts();

  test('each get the right message, and the others are converted', async () => {
    await open(`${locale}/converter`);
    const jpeg = await readFile(fixture('jpeg.jpg'));
    await add([
      bytes('good.webp', await readFile(fixture('webp.webp'))),
      bytes('nothing.png', Buffer.alloc(0)),
      bytes('setup.exe', PROGRAM),
      bytes('locked.zip', await readFile(fixture('../archives/encrypted.zip'))),
      bytes('cut.jpg', jpeg.subarray(0, jpeg.length >> 1)),
      bytes('named.jpg', await readFile(fixture('png.png'))),
    ]);
    await expect.poll(notices).toContainEqual(expect.stringContaining(words.refused_empty.replace('{name}', 'nothing.png')));
    await says('named.jpg', words.claimed.replace('{claimed}', 'JPG').replaceAll('{format}', 'PNG'));

    await add(huge);
    await expect.poll(notices).toContainEqual(expect.stringMatching(new RegExp(`${alert}[^]*huge\\.png.*100\\s?MB`)));
    expect(await journey.page.locator('li[data-status]').count()).toBe(5);

    await journey.convertAll();
    await expect.poll(() => rows('completed').count()).toBe(4);
    await says('cut.jpg', warnings['damaged-source']);
    await says('locked.zip', words.passwordNeeded);
    expect(await Promise.all(['good.webp', 'named.jpg', 'setup.exe', 'locked.zip'].map(statusOf))).toEqual([
      'completed',
      'completed',
      'completed',
      'error',
    ]);
    expect(journey.complaints).toEqual([]);
  });

  test('a folder can be chosen or dropped', async () => {
    await open(`${locale}/converter`);
    await journey.page.setInputFiles('input[webkitdirectory]', album);
    await expect.poll(() => rows('pending').count()).toBe(2);
    const devtools = await journey.context.newCDPSession(journey.page);
    const data = { items: [], files: [album, fixture('gif.gif')], dragOperationsMask: 1 };
    const html = journey.page.locator('html');
    await html.evaluate((page) => addEventListener('drop', () => page.setAttribute('data-dropped', ''), { capture: true }));
    const drop = async (): Promise<string | null> => {
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
        await devtools.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
        await html.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      }
      return html.getAttribute('data-dropped');
    };
    // Chromium loses a drop that overtakes the page's answer to the movement before it.
    await expect.poll(drop).toBe('');
    await expect.poll(() => rows('pending').count()).toBe(5);
    expect(await row('two.jpg').count()).toBe(2);
  });
});
