import { FILES, treeOf } from '@bakkum/archive-tree/tree';
import { collect } from '@bakkum/bytes/streams';
import { bytesOf } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { jsonLine } from '@bakkum/data-tree/json-line';
import { DATA, dataOf, lossNotes } from '@bakkum/data-tree/tree';
import { convertWith, fixture } from '@bakkum/tests/engine-context';
import { describe, expect, it } from 'vitest';
import { readAsn1 } from './der.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const file = (name: string): Promise<Blob> => fixture(`certificates/${name}`);
const convert = (input: Blob, from: string, to: string, options?: OptionValues) =>
  convertWith({ engine, manifest }, { input, from, to, ...(options ? { options } : {}) });

async function json(name: string, from: string, options?: OptionValues): Promise<unknown> {
  const { outputs } = await convert(await file(name), from, DATA, options);
  return JSON.parse(jsonLine(dataOf(outputs[0].content), lossNotes())) as unknown;
}

async function text(input: Blob, from: string, to: string, options?: OptionValues): Promise<string> {
  const { outputs } = await convert(input, from, to, options);
  return new TextDecoder().decode(await bytesOf(outputs[0].content));
}

async function inside(input: Blob): Promise<readonly (readonly [string, string])[]> {
  const { outputs } = await convert(input, 'p7m', FILES);
  const files: [string, string][] = [];
  for (const entry of treeOf(outputs[0].content).entries)
    if (entry.kind === 'file') files.push([entry.path, new TextDecoder().decode(await collect(entry.open()))]);
  return files;
}

describe('a certificate', () => {
  it('has all the fields OpenSSL prints', async () => {
    const [rsa, ec] = (await json('chain.pem', 'pem')) as readonly Record<string, unknown>[];
    expect(rsa).toMatchObject({
      type: 'certificate',
      version: 3,
      serialNumber: '1234abcd',
      subject: { C: 'KR', O: '바꿈 시험', CN: 'test.bakkum.example' },
      publicKey: { algorithm: 'RSA', bits: 2048, exponent: 65_537 },
      signatureAlgorithm: 'RSA with SHA-256',
      extensions: {
        subjectAlternativeName: ['DNS:test.bakkum.example', 'DNS:*.bakkum.example', 'IP:192.0.2.7', 'email:hong@bakkum.example'],
        basicConstraints: { critical: true, value: { authority: true, pathLength: 1 } },
        keyUsage: { critical: true, value: ['digital signature', 'certificate signing', 'CRL signing'] },
        extendedKeyUsage: ['server authentication', 'email protection'],
        crlDistributionPoints: ['URI:http://bakkum.example/list.crl'],
        authorityInformationAccess: [{ method: 'OCSP', place: 'URI:http://bakkum.example/ocsp' }],
        certificatePolicies: ['1.2.3.4'],
      },
    });
    expect(ec).toMatchObject({ publicKey: { algorithm: 'EC', curve: 'P-256', bits: 256 } });
  });

  it('is unchanged after a round trip from PEM to DER', async () => {
    const { outputs } = await convert(await file('chain.pem'), 'pem', 'der');
    expect(outputs.map(({ label }) => label)).toEqual(['1', '2']);
    const der = await bytesOf(outputs[0].content);
    expect(der).toEqual(new Uint8Array(await (await file('rsa.der')).arrayBuffer()));
    const pem = await text(new Blob([der]), 'der', 'pem');
    expect(await (await file('chain.pem')).text()).toContain(pem);
  });

  it.each([
    ['request.csr', 'pem', { type: 'certificate request', publicKey: { curve: 'P-256' } }],
    ['revoked.crl', 'der', { type: 'certificate revocation list', revoked: [{ serialNumber: '1234abce' }] }],
  ])('%s', async (name, from, expected) => {
    expect(await json(name, from)).toMatchObject(expected);
  });

  it('is converted to readable text', async () => {
    const words = await text(await file('rsa.der'), 'der', 'txt');
    expect(words).toContain('subject:\n  C: KR\n  O: 바꿈 시험\n');
  });
});

describe('keys', () => {
  it('are described by type and length without revealing the secret', async () => {
    const keys = await json('keys.pem', 'pem');
    expect(keys).toEqual([
      { type: 'private key', algorithm: 'EC', curve: 'P-256' },
      { type: 'encrypted private key', label: 'ENCRYPTED PRIVATE KEY', encryption: 'PBES2' },
      { type: 'public key', algorithm: 'RSA', bits: 2048, exponent: 65_537 },
    ]);
  });

  it.each([
    ['no-password.p12', undefined],
    ['encrypted.p12', '열쇠1'],
    ['encrypted.legacy.p12', 'secret'],
  ])('are read from the store %s', async (name, password) => {
    const pem = await text(await file(name), 'p12', 'pem', password === undefined ? undefined : { password });
    expect(pem.match(/BEGIN [A-Z ]+/g)?.sort()).toEqual(['BEGIN CERTIFICATE', 'BEGIN PRIVATE KEY']);
    expect(JSON.stringify(await json(name, 'p12', password === undefined ? undefined : { password }))).toContain('"private key"');
  });

  it('stay locked without the password, or with a wrong one', async () => {
    await expect(text(await file('encrypted.p12'), 'p12', 'pem')).rejects.toMatchObject({ code: 'encrypted' });
    await expect(text(await file('encrypted.legacy.p12'), 'p12', 'pem', { password: 'no' })).rejects.toMatchObject({
      code: 'wrong-password',
    });
  });
});

describe('signed content', () => {
  it.each(['hello.txt.p7m', 'streamed.p7m'])('is extracted from %s', async (name) => {
    expect(await inside(await file(name))).toEqual([['data.txt', 'Hello, 바꿈!\n']]);
    const named = new File([await file(name)], 'hello.txt.p7m');
    expect(await inside(named)).toEqual([['hello.txt', 'Hello, 바꿈!\n']]);
  });

  it('is extracted from packed messages', async () => {
    expect(await inside(await file('packed.p7z'))).toEqual([['data.txt', 'Hello, 바꿈!\n'.repeat(40)]]);
  });

  it('is described with its signers', async () => {
    const summary = await json('detached.p7s', 'p7m');
    expect(summary).toMatchObject({
      type: 'signed data',
      contentBytes: null,
      signers: [{ serialNumber: '1234abcd', digestAlgorithm: 'SHA-256', signatureAlgorithm: 'RSA' }],
      certificates: [{ type: 'certificate' }],
    });
    expect(await text(await file('detached.p7s'), 'p7m', 'pem')).toContain('BEGIN CERTIFICATE');
  });

  it('is refused if it is encrypted for a recipient or detached', async () => {
    await expect(inside(await file('sealed.p7m'))).rejects.toMatchObject({ code: 'copy-protected' });
    await expect(inside(await file('detached.p7s'))).rejects.toMatchObject({ code: 'unsupported-feature' });
  });
});

describe('hostile input', () => {
  it('is refused as corrupt when truncated anywhere, without hanging', async () => {
    const whole = new Uint8Array(await (await file('hello.txt.p7m')).arrayBuffer());
    for (let length = 1; length < whole.length; length += 97)
      await expect(inside(new Blob([whole.slice(0, length)]))).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('is refused when nested too deeply', () => {
    const deep = new Uint8Array(4000).fill(0x30).map((byte, at) => (at % 2 === 0 ? byte : 0x80));
    expect(() => readAsn1(deep)).toThrow(expect.objectContaining({ code: 'too-large' }) as Error);
  });
});
