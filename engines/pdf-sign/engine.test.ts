import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ConvertResult } from '@bakkum/conversion/engine';
import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor } from '../../tests/engine-context.ts';
import { hasProgram } from '../../tests/native.ts';
import { madeFile } from '../../tests/pdf/made-documents.ts';
import { openCertificate } from './certificate.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const PROGRAMS = ['openssl', 'pdfsig', 'qpdf'];
const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-sign-'));
const at = (name: string): string => path.join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Makes a self-signed certificate with its key, protected by `secret` or the given password. */
function makeCertificate(
  name: string,
  key: readonly string[],
  more: readonly string[] = [],
  pack: readonly string[] = [],
  password = 'secret',
): void {
  const subject = ['-subj', `/CN=${name}/O=Bakkum`, '-nodes', '-keyout', `${name}.key`, '-out', `${name}.crt`, '-days', '30'];
  run('openssl', 'req', '-x509', ...key, ...subject, ...more);
  run(
    'openssl',
    'pkcs12',
    '-export',
    '-inkey',
    `${name}.key`,
    '-in',
    `${name}.crt`,
    '-out',
    `${name}.p12`,
    '-passout',
    `pass:${password}`,
    ...pack,
  );
}

const RSA = ['-newkey', 'rsa:2048'];
const curve = (name: string) => ['-newkey', 'ec', '-pkeyopt', `ec_paramgen_curve:${name}`];
const blob = (name: string): Blob => new Blob([readFileSync(at(name))]);

async function sign(file: Blob, certificate: Blob, options: Readonly<Record<string, string>> = {}): Promise<ConvertResult> {
  const complete = { certificatePassword: 'secret', reason: '', location: '', password: '', ...options };
  const request = { inputs: [file, certificate] as const, from: 'pdf', to: 'pdf', options: complete };
  return engine.convert(request, contextFor(manifest));
}

async function save(name: string, { outputs: [{ content }] }: ConvertResult): Promise<string> {
  if (!(content instanceof Blob)) throw new TypeError('no file');
  writeFileSync(at(name), new Uint8Array(await content.arrayBuffer()));
  return at(name);
}

/** What pdfsig says about each signature. Self-signed certificates have no trusted issuer. */
const judged = (file: string, ...more: readonly string[]): readonly string[] => {
  const lines = run('pdfsig', '-nocert', ...more, file).split('\n');
  return lines.flatMap((line) => /Signature Validation: (.*)/.exec(line)?.[1] ?? []);
};
const VALID = 'Signature is Valid.';

describe.runIf(PROGRAMS.every(hasProgram))('a signed PDF', () => {
  let source: Blob;
  beforeAll(async () => {
    source = await madeFile('page', 2);
    makeCertificate('rsa', RSA);
    makeCertificate('ec', curve('P-256'));
  });

  it.each([
    ['an RSA key', 'rsa', RSA, [], 'secret'],
    ['a key on P-256', 'p256', curve('P-256'), [], 'secret'],
    ['a key on P-384', 'p384', curve('P-384'), [], 'secret'],
    ['a key on P-521', 'p521', curve('P-521'), [], 'secret'],
    ['a password in Hangul', 'hangul', RSA, [], '비밀번호 1'],
    ['no password', 'open', RSA, [], ''],
    ['an older encryption', 'legacy', RSA, ['-legacy'], 'secret'],
  ] as const)('is valid for pdfsig with %s', async (_, name, key, pack, password) => {
    makeCertificate(name, key, [], pack, password);
    const file = await save(`${name}.pdf`, await sign(source, blob(`${name}.p12`), { certificatePassword: password }));
    expect(judged(file)).toEqual([VALID]);
    expect(run('pdfsig', file)).toContain('ETSI.CAdES.detached');
    expect(run('pdfsig', file)).toContain('Total document signed');
    run('qpdf', '--check', file);
  });

  it('keeps earlier signatures valid, because only bytes are appended', async () => {
    const once = await save('once.pdf', await sign(source, blob('rsa.p12')));
    const twice = await save('twice.pdf', await sign(blob('once.pdf'), blob('ec.p12')));
    expect(judged(twice)).toEqual([VALID, VALID]);
    const [before, after] = [readFileSync(once), readFileSync(twice)];
    expect(after.subarray(0, before.length).equals(before)).toBe(true);
  });

  it('is not valid once a byte has changed', async () => {
    const file = await save('changed.pdf', await sign(source, blob('rsa.p12')));
    const bytes = readFileSync(file);
    const place = bytes.indexOf('/MediaBox');
    bytes.write('/MediaBoy', place, 'latin1');
    writeFileSync(file, bytes);
    expect(judged(file)).not.toEqual([VALID]);
  });

  it('keeps its encryption, linearized structure and object streams', async () => {
    writeFileSync(at('plain.pdf'), new Uint8Array(await source.arrayBuffer()));
    run('qpdf', '--encrypt', 'user', 'owner', '256', '--', 'plain.pdf', 'locked.pdf');
    run('qpdf', '--linearize', '--object-streams=generate', 'plain.pdf', 'linear.pdf');
    const locked = await save('locked-signed.pdf', await sign(blob('locked.pdf'), blob('rsa.p12'), { password: 'user' }));
    expect(judged(locked, '-upw', 'user')).toEqual([VALID]);
    expect(run('qpdf', '--show-encryption', '--password=user', locked)).toContain('AESv3');
    expect(judged(await save('linear-signed.pdf', await sign(blob('linear.pdf'), blob('rsa.p12'))))).toEqual([VALID]);
    expect(judged(await save('linear-twice.pdf', await sign(blob('linear-signed.pdf'), blob('ec.p12'))))).toEqual([VALID, VALID]);
  });

  it('states the reason and the place in any script', async () => {
    const result = await sign(source, blob('rsa.p12'), { reason: '계약 (승인)', location: '서울' });
    const file = await save('reason.pdf', result);
    expect(judged(file)).toEqual([VALID]);
    const { context } = await PDFDocument.load(readFileSync(file));
    const signature = context.enumerateIndirectObjects().flatMap(([, object]) => {
      const isSignature = object instanceof PDFDict && object.has(PDFName.of('ByteRange'));
      return isSignature ? [object] : [];
    })[0];
    const textOf = (key: string): string | undefined => {
      const value = signature?.get(PDFName.of(key));
      return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined;
    };
    expect([textOf('Reason'), textOf('Location')]).toEqual(['계약 (승인)', '서울']);
  });

  it('includes the certificates of the issuers', async () => {
    run('openssl', 'req', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'leaf.key', '-out', 'leaf.csr', '-subj', '/CN=Leaf');
    run(
      'openssl',
      'x509',
      '-req',
      '-in',
      'leaf.csr',
      '-CA',
      'rsa.crt',
      '-CAkey',
      'rsa.key',
      '-set_serial',
      '7',
      '-days',
      '9',
      '-out',
      'leaf.crt',
    );
    run(
      'openssl',
      'pkcs12',
      '-export',
      '-inkey',
      'leaf.key',
      '-in',
      'leaf.crt',
      '-certfile',
      'rsa.crt',
      '-out',
      'chain.p12',
      '-passout',
      'pass:secret',
    );
    const file = await save('chain.pdf', await sign(source, blob('chain.p12')));
    expect(judged(file)).toEqual([VALID]);
    expect(run('pdfsig', '-nocert', file)).toContain('Signer Certificate Common Name: Leaf');
    const issuer = [
      '-inkey',
      'rsa.key',
      '-in',
      'rsa.crt',
      '-certfile',
      'leaf.crt',
      '-out',
      'issuer.p12',
      '-passout',
      'pass:secret',
    ];
    run('openssl', 'pkcs12', '-export', ...issuer);
    const byIssuer = await save('issuer.pdf', await sign(source, blob('issuer.p12')));
    expect(judged(byIssuer)).toEqual([VALID]);
    expect(run('pdfsig', '-nocert', byIssuer)).toContain('Signer Certificate Common Name: rsa');
  });

  it('warns of certificates that have expired or are not valid yet', async () => {
    const bytes = new Uint8Array(await blob('rsa.p12').arrayBuffer());
    const warningsOn = async (day: string) => (await openCertificate(bytes, 'secret', new Date(day))).warnings;
    expect(await warningsOn('2090-01-01')).toMatchObject([{ code: 'certificate-expired' }]);
    expect(await warningsOn('2020-01-01')).toMatchObject([{ code: 'certificate-not-yet-valid' }]);
  });

  it('warns of certificates that are not for signing', async () => {
    makeCertificate('agreement', RSA, ['-addext', 'keyUsage=critical,keyEncipherment']);
    makeCertificate('signing', RSA, ['-addext', 'keyUsage=critical,digitalSignature']);
    expect((await sign(source, blob('agreement.p12'))).warnings).toEqual([{ code: 'certificate-not-for-signing' }]);
    expect((await sign(source, blob('signing.p12'))).warnings).toEqual([]);
  });

  it.each([
    ['a wrong password', 'rsa.p12', 'wrong', 'wrong-password'],
    ['a missing password', 'rsa.p12', '', 'encrypted'],
    ['a certificate without a key', 'rsa.crt', '', 'corrupt'],
  ])('is refused with %s', async (_, name, certificatePassword, code) => {
    await expect(sign(source, blob(name), { certificatePassword })).rejects.toMatchObject({ code });
  });

  it('is refused with keys and files that cannot sign', async () => {
    makeCertificate('ed', ['-newkey', 'ed25519']);
    run('openssl', 'pkcs12', '-export', '-nokeys', '-in', 'rsa.crt', '-out', 'keyless.p12', '-passout', 'pass:secret');
    await expect(sign(source, blob('ed.p12'))).rejects.toMatchObject({ code: 'unsupported-feature' });
    await expect(sign(source, blob('keyless.p12'))).rejects.toMatchObject({ code: 'unsupported-feature' });
    await expect(sign(source, new Blob(['no certificate']))).rejects.toMatchObject({ code: 'corrupt' });
    await expect(sign(blob('locked.pdf'), blob('rsa.p12'))).rejects.toMatchObject({ code: 'encrypted' });
    await expect(sign(blob('locked.pdf'), blob('rsa.p12'), { password: 'no' })).rejects.toMatchObject({ code: 'wrong-password' });
    await expect(sign(new Blob(['no pdf']), blob('rsa.p12'))).rejects.toMatchObject({ code: 'corrupt' });
  });
});
