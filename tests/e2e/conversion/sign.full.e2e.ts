/** A PDF is signed with a certificate on the page, and pdfsig finds the signature valid. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { signature as english } from '@bakkum/i18n/strings/conversion/signature.en';
import { signature as korean } from '@bakkum/i18n/strings/conversion/signature.ko';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasProgram } from '../../native.ts';
import { removeFiles, saved } from '../../pdf/judged-files.ts';
import { madeFile } from '../../pdf/made-documents.ts';
import { contentOf } from '../shared-browser.ts';
import { bytes, converterJourney, prefixes } from './converter-journey.ts';

const journey = converterJourney();
const { open, add } = journey;
const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-sign-'));

const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

afterAll(() => {
  removeFiles();
  rmSync(folder, { recursive: true });
});

const button = (name: string) => journey.page.getByRole('button', { name, exact: true });

async function expectAccessible(): Promise<void> {
  const { violations } = await new AxeBuilder({ page: journey.page }).include('[data-bench]').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
}

/** Everything that the site stores in this browser, as Latin-1, so that the bytes of files can be searched. */
function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const names: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    const latin1 = async (file: Blob): Promise<string> =>
      [...new Uint8Array(await file.arrayBuffer())].map((byte) => String.fromCodePoint(byte)).join('');
    const look = async (folderOf: FileSystemDirectoryHandle): Promise<void> => {
      for await (const entry of folderOf.values()) {
        if (entry instanceof FileSystemDirectoryHandle) await look(entry);
        else if (entry instanceof FileSystemFileHandle) names.push(entry.name, await latin1(await entry.getFile()));
      }
    };
    await look(await navigator.storage.getDirectory());
    return names.join('\n');
  });
}

describe.runIf(['openssl', 'pdfsig'].every(hasProgram))('signing', () => {
  beforeAll(() => {
    run(
      'openssl',
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      'key',
      '-out',
      'crt',
      '-days',
      '9',
      '-subj',
      '/CN=Me',
    );
    run('openssl', 'pkcs12', '-export', '-inkey', 'key', '-in', 'crt', '-out', 'me.p12', '-passout', 'pass:secret');
  });

  test.each(prefixes())('explains a wrong password on %s, then signs', async (prefix) => {
    const words = prefix === '/ko' ? korean : english;
    await open(`${prefix}/tools/digitally-sign-pdf`);
    await add([bytes('contract.pdf', Buffer.from(await (await madeFile('page', 2)).arrayBuffer()))]);
    await journey.page.getByTestId('certificate').setInputFiles(path.join(folder, 'me.p12'));
    await expectAccessible();
    await journey.page.getByLabel(words.password, { exact: true }).fill('wrong');
    await button(words.sign).click();
    await journey.page.getByText(words.certificate_wrong).waitFor();
    await journey.page.getByLabel(words.password, { exact: true }).fill('secret');
    await button(words.sign).click();
    await journey.page.getByText(words.done).waitFor();
    await expectAccessible();
    const [download] = await Promise.all([journey.page.waitForEvent('download'), button(words.download).click()]);
    const file = await saved(new Blob([new Uint8Array(await contentOf(download))]));
    expect(run('pdfsig', '-nocert', file)).toContain('Signature is Valid.');
    expect(journey.complaints).toEqual([]);
  });

  test('sends and stores neither the certificate nor its password', async () => {
    const requests: string[] = [];
    journey.page.on('request', (request) =>
      requests.push(`${request.url()} ${request.postDataBuffer()?.toString('latin1') ?? ''}`),
    );
    await open('/tools/digitally-sign-pdf');
    await add([bytes('contract.pdf', Buffer.from(await (await madeFile('page', 1)).arrayBuffer()))]);
    await journey.page.getByTestId('certificate').setInputFiles(path.join(folder, 'me.p12'));
    await journey.page.getByLabel(english.password, { exact: true }).fill('secret');
    await button(english.sign).click();
    await journey.page.getByText(english.done).waitFor();
    // Files of the list are stored a moment after they are added.
    await expect.poll(() => storedText(journey.page)).toContain('%PDF-');
    const stored = await storedText(journey.page);
    const key = readFileSync(path.join(folder, 'me.p12')).subarray(100, 140);
    expect(requests.join('\n')).toContain('/tools/digitally-sign-pdf');
    for (const text of [stored, requests.join('\n')]) {
      expect(text).not.toMatch(/\bsecret\b/);
      expect(text).not.toContain(key.toString('latin1'));
      expect(text).not.toContain(key.toString('base64').slice(4, -4));
      expect(text).not.toContain('me.p12');
    }
  });

  test('explains a file that is no certificate', async () => {
    await open('/tools/digitally-sign-pdf');
    await add([bytes('contract.pdf', Buffer.from(await (await madeFile('page', 1)).arrayBuffer()))]);
    await journey.page.getByTestId('certificate').setInputFiles(path.join(folder, 'crt'));
    await button(english.sign).click();
    await journey.page.getByText(english.certificate_corrupt).waitFor();
    expect(journey.complaints).toEqual([]);
  });
});
