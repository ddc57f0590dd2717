import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openOpenDocument } from './open-document-encryption.ts';

const { signal } = new AbortController();
const FIXTURES = path.resolve(import.meta.dirname, '../../tests/fixtures/documents');
const fixture = async (name: string) => new Uint8Array(await readFile(path.join(FIXTURES, name)));

/** The sealed fixture with another manifest. */
async function changed(change: (manifest: string) => string): Promise<Uint8Array<ArrayBuffer>> {
  const members = unzipSync(await fixture('encrypted.odt'));
  const manifest = strFromU8(members['META-INF/manifest.xml'] ?? new Uint8Array());
  return new Uint8Array(zipSync({ ...members, 'META-INF/manifest.xml': strToU8(change(manifest)) }, { level: 0 }));
}

describe('an OpenDocument file under a password', () => {
  it('that LibreOffice sealed opens with it', async () => {
    const members = unzipSync(await openOpenDocument(await fixture('encrypted.odt'), 'secret', signal));
    expect(Object.keys(members)[0]).toBe('mimetype');
    expect(strFromU8(members['content.xml'] ?? new Uint8Array())).toContain('분기 보고서');
    expect(strFromU8(members['META-INF/manifest.xml'] ?? new Uint8Array())).not.toContain('encryption-data');
  });

  it('is asked for, and told when it is wrong', async () => {
    await expect(openOpenDocument(await fixture('encrypted.odt'), '', signal)).rejects.toMatchObject({ code: 'encrypted' });
    await expect(openOpenDocument(await fixture('encrypted.odt'), 'Secret', signal)).rejects.toMatchObject({
      code: 'wrong-password',
    });
  });

  it('that has none stays what it is', async () => {
    const file = await fixture('odt.odt');
    expect(await openOpenDocument(file, '', signal)).toBe(file);
  });

  it.each([
    ['unsupported-feature', (xml: string) => xml.replaceAll('aes256-cbc', 'blowfish')],
    ['unsupported-feature', (xml: string) => xml.replaceAll('PBKDF2', 'argon2id')],
    ['corrupt', (xml: string) => xml.replaceAll('iteration-count="100000"', 'iteration-count="99999999999"')],
    ['corrupt', (xml: string) => xml.replace('</manifest:manifest>', '')],
    ['too-large', (xml: string) => xml.replaceAll(/manifest:size="\d+"/g, 'manifest:size="999999999"')],
  ] as const)('or a manifest of another kind is %s', async (code, change) => {
    await expect(openOpenDocument(await changed(change), 'secret', signal)).rejects.toMatchObject({ code });
  });
});
