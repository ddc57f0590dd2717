import { argon2Sync, createCipheriv, createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { openOpenDocument } from './open-document-encryption.ts';

const { signal } = new AbortController();
const FIXTURES = path.resolve(import.meta.dirname, '../../../tests/fixtures/documents');
const fixture = async (name: string) => new Uint8Array(await readFile(path.join(FIXTURES, name)));

/** The encrypted fixture with a changed manifest. */
async function changed(change: (manifest: string) => string): Promise<Uint8Array<ArrayBuffer>> {
  const members = unzipSync(await fixture('encrypted.odt'));
  const manifest = strFromU8(members['META-INF/manifest.xml'] ?? new Uint8Array());
  return new Uint8Array(zipSync({ ...members, 'META-INF/manifest.xml': strToU8(change(manifest)) }, { level: 0 }));
}

describe('an encrypted OpenDocument file', () => {
  it('from LibreOffice opens with its password', async () => {
    const members = unzipSync(await openOpenDocument(await fixture('encrypted.odt'), 'secret', signal));
    expect(Object.keys(members)[0]).toBe('mimetype');
    expect(strFromU8(members['content.xml'] ?? new Uint8Array())).toContain('분기 보고서');
    expect(strFromU8(members['META-INF/manifest.xml'] ?? new Uint8Array())).not.toContain('encryption-data');
  });

  it('reports a missing or wrong password', async () => {
    await expect(openOpenDocument(await fixture('encrypted.odt'), '', signal)).rejects.toMatchObject({ code: 'encrypted' });
    await expect(openOpenDocument(await fixture('encrypted.odt'), 'Secret', signal)).rejects.toMatchObject({
      code: 'wrong-password',
    });
  });

  it('without encryption stays unchanged', async () => {
    const file = await fixture('odt.odt');
    expect(await openOpenDocument(file, '', signal)).toBe(file);
  });

  it.each([
    ['unsupported-feature', (xml: string) => xml.replaceAll('aes256-cbc', 'blowfish')],
    ['unsupported-feature', (xml: string) => xml.replaceAll('PBKDF2', 'argon2id')],
    ['corrupt', (xml: string) => xml.replaceAll('iteration-count="100000"', 'iteration-count="99999999999"')],
    ['corrupt', (xml: string) => xml.replace('</manifest:manifest>', '')],
    ['too-large', (xml: string) => xml.replaceAll(/manifest:size="\d+"/g, 'manifest:size="999999999"')],
  ] as const)('with an invalid manifest fails as %s', async (code, change) => {
    await expect(openOpenDocument(await changed(change), 'secret', signal)).rejects.toMatchObject({ code });
  });
});

const GCM = 'http://www.w3.org/2009/xmlenc11#aes256-gcm';
const ARGON2 = 'urn:org:documentfoundation:names:experimental:office:manifest:argon2id';

/** Encrypts the whole package as one member with Node's crypto, as LibreOffice does since 24.8. */
function wholePackage(inner: Uint8Array, password: string, { rounds = '2', memory = 64 } = {}): Uint8Array<ArrayBuffer> {
  const [salt, vector] = [randomBytes(16), randomBytes(12)];
  const start = createHash('sha256').update(password, 'utf8').digest();
  const key = argon2Sync('argon2id', { message: start, nonce: salt, parallelism: 4, tagLength: 32, memory, passes: 2 });
  const cipher = createCipheriv('aes-256-gcm', key, vector);
  const sealed = Buffer.concat([vector, cipher.update(deflateRawSync(inner)), cipher.final(), cipher.getAuthTag()]);
  const manifest = `<manifest:manifest xmlns:manifest="urn:m" xmlns:loext="urn:l" manifest:version="1.4"><manifest:file-entry manifest:full-path="encrypted-package" manifest:size="${inner.length}"><manifest:encryption-data><manifest:algorithm manifest:algorithm-name="${GCM}" manifest:initialisation-vector="${vector.toString('base64')}"/><manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2001/04/xmlenc#sha256" manifest:key-size="32"/><manifest:key-derivation manifest:key-derivation-name="${ARGON2}" manifest:key-size="32" loext:argon2-iterations="${rounds}" loext:argon2-memory="${memory}" loext:argon2-lanes="4" manifest:salt="${salt.toString('base64')}"/></manifest:encryption-data></manifest:file-entry></manifest:manifest>`;
  const mimetype = strToU8('application/vnd.oasis.opendocument.text');
  return new Uint8Array(
    zipSync({ mimetype, 'encrypted-package': sealed, 'META-INF/manifest.xml': strToU8(manifest) }, { level: 0 }),
  );
}

describe('a fully encrypted package', () => {
  it('decrypts to the original package', async () => {
    const inner = await fixture('odt.odt');
    const file = wholePackage(inner, '비밀번호');
    expect(Buffer.from(await openOpenDocument(file, '비밀번호', signal)).equals(inner)).toBe(true);
    await expect(openOpenDocument(file, '', signal)).rejects.toMatchObject({ code: 'encrypted' });
    await expect(openOpenDocument(file, '비밀', signal)).rejects.toMatchObject({ code: 'wrong-password' });
  });

  it.each(['0', '1000000', 'many'])('with %s rounds is corrupt', async (rounds) => {
    const file = wholePackage(strToU8('PK'), 'secret', { rounds });
    await expect(openOpenDocument(file, 'secret', signal)).rejects.toMatchObject({ code: 'corrupt' });
  });
});
