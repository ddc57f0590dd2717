import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bytesOf, type ConvertResult, type EngineContext } from '@bakkum/conversion/engine';
import { defaultsOf, type OptionValues } from '@bakkum/conversion/options';
import { openFileBlob } from '@bakkum/registry/node/file-blobs.node';
import { contextFor } from '@bakkum/tests/engine-context';
import { linkingTo, RED_DOT } from '@bakkum/tests/linking-document';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { nativeBench, openCanary, sandboxedTools } from '@bakkum/tests/native-context';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../tests/fixtures/documents');
const native = nativeBench();
const judge = workbench();
afterAll(() => {
  native.dispose();
  judge.dispose();
});

const document = (name: string): Promise<Blob> => openFileBlob(path.join(FIXTURES, name));

function convert(context: EngineContext, input: Blob, from: string, to: string, options: OptionValues = {}) {
  const conversion = manifest.conversions.find((each) => each.from.includes(from) && each.to.includes(to));
  const values = { ...defaultsOf(conversion?.options ?? {}), ...options };
  return engine.convert({ inputs: [input], from, to, options: values }, context);
}

const codeOf = (converted: Promise<ConvertResult>): Promise<unknown> =>
  converted.then(
    () => 'a result',
    (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
  );

it('is unavailable if native programs are not allowed', async () => {
  expect(await codeOf(convert(contextFor(manifest), await document('docx.docx'), 'docx', 'pdf'))).toBe('engine-unavailable');
});

const ways = sandboxedTools('libreoffice');
const [strongest] = ways;
const judged = hasProgram('pdftotext') && hasProgram('pdfimages') && hasProgram('pdfinfo');

describe.skipIf(!strongest || !judged)('native LibreOffice', () => {
  const tools = strongest ?? { programs: {}, sandbox: 'none', canLimit: false, memoryBytes: 0 };
  afterEach(() => {
    expect(native.leftOver()).toEqual([]);
    expect([...native.groups]).toEqual([]);
  });
  const pdfOf = async ({ outputs: [{ content }] }: ConvertResult): Promise<string> =>
    judge.write('result.pdf', await bytesOf(content));

  it.each([
    ['docx.docx', 'docx'],
    ['doc.doc', 'doc'],
    ['fodt.fodt', 'fodt'],
    ['odt.odt', 'odt'],
  ])('creates a PDF from %s', async (name, from) => {
    const file = await pdfOf(await convert(native.contextFor(manifest, tools), await document(name), from, 'pdf'));
    expect(judge.run('pdftotext', file, '-')).toContain('다람쥐');
  });

  it('honours PDF options', async () => {
    const pages = [...Array(3).keys()].map((page) => `<p style="page-break-before:always">Page ${page}</p>`).join('');
    const options = { pages: '2-3', pdfStandard: 'pdfa-2b' };
    const file = await pdfOf(
      await convert(native.contextFor(manifest, tools), new Blob([`<html>${pages}</html>`]), 'html', 'pdf', options),
    );
    expect(judge.run('pdfinfo', file)).toMatch(/Pages:\s+2/);
    expect(judge.run('pdfinfo', '-meta', file)).toContain('pdfaid');
  });

  it('creates a table per sheet in order', async () => {
    const { outputs } = await convert(native.contextFor(manifest, tools), await document('xls.xls'), 'xls', 'csv');
    expect(outputs.map(({ label }) => label)).toEqual(['Sales', '둘째']);
    expect(await (outputs[0].content instanceof Blob ? outputs[0].content.text() : '')).toContain('2026-01-31,1250.5,한글 메모');
    const first = await convert(native.contextFor(manifest, tools), await document('xls.xls'), 'xls', 'csv', { sheets: 'first' });
    expect(first.outputs).toHaveLength(1);
  });

  it('opens an encrypted package with its password', async () => {
    const context = native.contextFor(manifest, tools);
    const sealed = await document('encrypted.docx');
    expect(await codeOf(convert(context, sealed, 'docx', 'txt'))).toBe('encrypted');
    expect(await codeOf(convert(context, sealed, 'docx', 'txt', { password: 'wrong' }))).toBe('wrong-password');
  });

  it('refuses files that are not documents', async () => {
    const context = native.contextFor(manifest, tools);
    expect(await codeOf(convert(context, new Blob([]), 'odt', 'pdf'))).toBe('empty');
    expect(await codeOf(convert(context, new Blob(['no document']), 'odt', 'pdf'))).toBe('corrupt');
    expect(await codeOf(convert(context, new Blob(['<?xml version="1.0"?><nothing/>']), 'fodt', 'pdf'))).toBe('corrupt');
    expect(await codeOf(convert(context, await document('encrypted.odt'), 'odt', 'pdf'))).toBe('encrypted');
  });

  it('ends with the job', async () => {
    const controller = new AbortController();
    const converted = codeOf(
      convert(native.contextFor(manifest, tools, controller.signal), await document('docx.docx'), 'docx', 'pdf'),
    );
    while (native.groups.size === 0)
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    controller.abort();
    expect(await converted).toBe('cancelled');
  });

  describe.each(ways.map((way) => [way.sandbox, way] as const))('isolated by %s', (_, way) => {
    it('fetches nothing and reads no other file, whatever a document links to', async () => {
      const canary = await openCanary();
      const folder = await mkdtemp(path.join(tmpdir(), 'bakkum-secret-'));
      const secret = path.join(folder, 'secret.png');
      writeFileSync(secret, RED_DOT);
      const text = path.join(folder, 'secret.txt');
      writeFileSync(text, 'confidential');
      const file = await pdfOf(
        await convert(native.contextFor(manifest, way), new Blob([linkingTo(canary.address, secret, text)]), 'fodt', 'pdf'),
      );
      expect(judge.run('pdftotext', file, '-')).toContain('an ordinary line');
      expect(judge.run('pdftotext', file, '-')).not.toContain('confidential');
      expect(judge.run('pdfimages', '-list', file).trim().split('\n')).toHaveLength(2); // the two lines of its heading
      const page = `<html><body><p>an ordinary line</p><img src="${canary.address}/a.png"><img src="file://${secret}"></body></html>`;
      const fromPage = await pdfOf(await convert(native.contextFor(manifest, way), new Blob([page]), 'html', 'pdf'));
      expect(judge.run('pdfimages', '-list', fromPage).trim().split('\n')).toHaveLength(2);
      expect(canary.asked).toEqual([]);
      await canary.close();
      await rm(folder, { recursive: true });
    });
  });
});
