import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decryptPackage } from './package-encryption.ts';
import { compoundOf } from './test-compound-file.ts';

const { signal } = new AbortController();
const FIXTURE = path.resolve(import.meta.dirname, '../../../tests/fixtures/documents/encrypted.docx');
const fixture = async () => new Uint8Array(await readFile(FIXTURE));

const hash = (...parts: readonly Uint8Array[]) => createHash('sha512').update(Buffer.concat(parts)).digest();
const number = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
const sealed = (key: Uint8Array, vector: Uint8Array, data: Uint8Array) => {
  const cipher = createCipheriv('aes-256-cbc', key, vector).setAutoPadding(false);
  const padded = Buffer.alloc(Math.ceil(data.length / 16) * 16);
  padded.set(data);
  return Buffer.concat([cipher.update(padded), cipher.final()]);
};

/** A second implementation of [MS-OFFCRYPTO] 2.3.4.10, using Node's crypto. */
function agileFile(content: Uint8Array, password: string): Uint8Array<ArrayBuffer> {
  const [salt, dataSalt, key, check] = [randomBytes(16), randomBytes(16), randomBytes(32), randomBytes(16)];
  let stretched = hash(salt, Buffer.from(password, 'utf16le'));
  for (let round = 0; round < 1000; round += 1) stretched = hash(number(round), stretched);
  const forPurpose = (purpose: string, data: Uint8Array) =>
    sealed(hash(stretched, Buffer.from(purpose, 'hex')).subarray(0, 32), salt, data).toString('base64');
  const common =
    'blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"';
  const xml = `<?xml version="1.0"?><encryption><keyData saltSize="16" ${common} saltValue="${dataSalt.toString('base64')}"/><keyEncryptors><keyEncryptor><p:encryptedKey spinCount="1000" saltSize="16" ${common} saltValue="${salt.toString('base64')}" encryptedVerifierHashInput="${forPurpose('fea7d2763b4b9e79', check)}" encryptedVerifierHashValue="${forPurpose('d7aa0f6d3061344e', hash(check))}" encryptedKeyValue="${forPurpose('146e0be7abacd0d6', key)}"/></keyEncryptor></keyEncryptors></encryption>`;
  const segments = Array.from({ length: Math.ceil(content.length / 4096) }, (_, index) =>
    sealed(key, hash(dataSalt, number(index)).subarray(0, 16), content.subarray(index * 4096, (index + 1) * 4096)),
  );
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(content.length));
  return compoundOf({
    EncryptionInfo: Buffer.concat([Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]), Buffer.from(xml)]),
    EncryptedPackage: Buffer.concat([size, ...segments]),
  });
}

describe('an encrypted package', () => {
  it('from LibreOffice opens with its password', async () => {
    const opened = await decryptPackage(await fixture(), 'secret', signal);
    expect(new TextDecoder('latin1').decode(opened.subarray(0, 4))).toBe('PK\u0003\u0004');
    expect(new TextDecoder('latin1').decode(opened)).toContain('word/document.xml');
  });

  it('with current encryption decrypts to the original bytes', async () => {
    const content = randomBytes(10_001);
    const file = agileFile(content, '비밀번호');
    expect(Buffer.from(await decryptPackage(file, '비밀번호', signal)).equals(content)).toBe(true);
    await expect(decryptPackage(file, '비밀', signal)).rejects.toMatchObject({ code: 'wrong-password' });
  });

  it('with the default password opens without one; any other is required', async () => {
    const content = randomBytes(100);
    expect(Buffer.from(await decryptPackage(agileFile(content, 'VelvetSweatshop'), '', signal)).equals(content)).toBe(true);
    await expect(decryptPackage(await fixture(), '', signal)).rejects.toMatchObject({ code: 'encrypted' });
  });

  it('does not open with a wrong password', async () => {
    await expect(decryptPackage(await fixture(), 'Secret', signal)).rejects.toMatchObject({ code: 'wrong-password' });
  });

  it('is corrupt when parts are missing', async () => {
    const other = new Uint8Array(await readFile(FIXTURE.replace('encrypted.docx', 'doc.doc')));
    await expect(decryptPackage(other, 'secret', signal)).rejects.toMatchObject({ code: 'corrupt' });
    await expect(decryptPackage((await fixture()).slice(0, 700), 'secret', signal)).rejects.toMatchObject({ code: 'corrupt' });
  });
});
