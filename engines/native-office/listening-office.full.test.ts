import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { bytesOf, type ConvertResult, type EngineContext } from '@bakkum/conversion/engine';
import { defaultsOf } from '@bakkum/conversion/options';
import type { NativeTools } from '@bakkum/native-programs/folder';
import { officeSocket } from '@bakkum/native-programs/office-socket';
import { endGroup } from '@bakkum/native-programs/process';
import { descendantsOf } from '@bakkum/native-programs/process-facts';
import { engineFiles } from '@bakkum/registry/node/engine-files.node';
import { openFileBlob } from '@bakkum/registry/node/file-blobs.node';
import { linkingTo, RED_DOT } from '@bakkum/tests/linking-document';
import { hasProgram, workbench } from '@bakkum/tests/native';
import { nativeBench, openCanary, sandboxedTools } from '@bakkum/tests/native-context';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createEngine, engine } from './engine.ts';
import { manifest } from './manifest.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../tests/fixtures/documents');
const native = nativeBench();
const judge = workbench();
const document = (name: string): Promise<Blob> => openFileBlob(path.join(FIXTURES, name));
const docx = await document('docx.docx');

const installed = sandboxedTools('libreoffice').find(({ sandbox }) => sandbox === 'none');
const isJudged = ['pdftotext', 'pdffonts', 'pdfimages'].every(hasProgram);
const nothing: NativeTools = { programs: {}, sandbox: 'none', canLimit: false, memoryBytes: 0 };
const RUNS = judge.write('runs', '');

/** Jobs of a new owner, with a program that lists its arguments and starts LibreOffice unless the test says otherwise. */
function lease(start = ''): (signal?: AbortSignal) => EngineContext {
  const { programs, ...tools } = installed ?? nothing;
  const soffice = judge.write(
    'soffice',
    `#!/bin/sh\necho "$@" >> '${RUNS}'\n${start}\nexec '${programs.soffice ?? 'false'}' "$@"\n`,
  );
  judge.run('chmod', '700', soffice);
  return native.leaseFor(manifest, { ...tools, programs: { soffice } });
}

const PROFILE = '-env:UserInstallation=file://';

type Office = { readonly pid: number; readonly profile: string };

/** Every LibreOffice that runs now. */
function offices(): readonly Office[] {
  const pids = [...native.groups].flatMap((group) => [group, ...descendantsOf(group)]);
  return pids.flatMap((pid): readonly Office[] => {
    const [program = '', ...args] = textOf(`/proc/${pid}/cmdline`).split('\0');
    const profile = args.find((one) => one.startsWith(PROFILE))?.slice(PROFILE.length);
    return program.endsWith('soffice.bin') && profile !== undefined ? [{ pid, profile }] : [];
  });
}

/** Stops the processes of the only LibreOffice, so that it keeps a file that is handed over. */
function pause(): Office {
  const [office] = offices();
  if (!office) throw new Error('no LibreOffice runs');
  process.kill(office.pid, 'SIGSTOP');
  return office;
}

/** Connections to the socket of a LibreOffice, and the socket itself. */
function connectionsTo({ profile }: Office): number {
  return textOf('/proc/net/unix').split(officeSocket(profile)).length - 1;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // it ended in the meantime
  }
}

function convert(context: EngineContext, input: Blob, from = 'docx', to = 'pdf', by = engine): Promise<ConvertResult> {
  const conversion = manifest.conversions.find((each) => each.from.includes(from) && each.to.includes(to));
  return by.convert({ inputs: [input], from, to, options: defaultsOf(conversion?.options ?? {}) }, context);
}

async function textIn({ outputs: [{ content }] }: ConvertResult): Promise<string> {
  return judge.run('pdftotext', judge.write('result.pdf', await bytesOf(content)), '-');
}

const codeOf = (converted: Promise<ConvertResult>): Promise<unknown> =>
  converted.then(
    () => 'a result',
    (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : thrown),
  );

/** Waits until the condition holds while a conversion runs. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition())
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
}

afterEach(() => native.endPrograms());
afterAll(() => {
  // A LibreOffice that is killed leaves its socket. In the sandbox of a server, that is removed with the sandbox.
  const profiles = readFileSync(RUNS, 'utf8').matchAll(/-env:UserInstallation=file:\/\/(\S+)/g);
  for (const [, profile = ''] of profiles) rmSync(officeSocket(profile), { force: true });
  native.dispose();
  judge.dispose();
});

describe.skipIf(!installed || !isJudged)('a listening LibreOffice', () => {
  it('takes the next files over', async () => {
    const context = lease();
    expect(await textIn(await convert(context(), docx))).toContain('다람쥐');
    const [office, ...others] = offices();
    expect(others).toEqual([]);
    const [group] = native.groups;
    const seen = new Set<number>();
    const looks = setInterval(() => offices().forEach(({ pid }) => seen.add(pid)), 5);
    expect(await textIn(await convert(context(), await document('odt.odt'), 'odt'))).toContain('다람쥐');
    const { outputs } = await convert(context(), await document('xls.xls'), 'xls', 'csv');
    clearInterval(looks);
    expect(outputs.map(({ label }) => label)).toEqual(['Sales', '둘째']);
    expect([...seen]).toEqual([office?.pid]);
    expect([...native.groups]).toEqual([group]);
    expect(native.leftOver()).toEqual([expect.stringMatching(/^background-/)]);
  });

  it('finds its own build in a new profile, and need not start twice', async () => {
    await convert(lease()(), docx);
    const [{ profile } = { profile: '' }] = offices();
    // A LibreOffice that finds another build writes its own before it starts again.
    const build = textOf(path.join(profile, 'user/extensions/buildid'));
    expect([build !== '', installed?.versions?.soffice?.endsWith(` ${build}`)]).toEqual([true, true]);
  });

  it('belongs to one owner', async () => {
    const [one, other] = [lease(), lease()];
    await convert(one(), docx);
    await convert(other(), docx);
    expect(new Set(offices().map(({ profile }) => profile)).size).toBe(2);
  });

  it('ends after a broken file and starts again for the next', async () => {
    const context = lease();
    await convert(context(), docx);
    const [office] = offices();
    expect(await codeOf(convert(context(), new Blob(['<?xml version="1.0"?><nothing/>']), 'fodt'))).toBe('corrupt');
    expect([offices(), native.leftOver(), native.groups.size]).toEqual([[], [], 0]);
    expect(await textIn(await convert(context(), docx))).toContain('다람쥐');
    expect(offices()).toHaveLength(1);
    expect(offices()).not.toContainEqual(office);
  });

  it('ends when a job is cancelled, also while it starts', async () => {
    const context = lease();
    const start = new AbortController();
    const first = codeOf(convert(context(start.signal), docx));
    await until(() => native.groups.size > 0);
    start.abort();
    expect(await first).toBe('cancelled');
    expect([native.groups.size, native.leftOver()]).toEqual([0, []]);
    await convert(context(), docx);
    const next = new AbortController();
    const office = pause();
    const second = codeOf(convert(context(next.signal), docx));
    await until(() => connectionsTo(office) > 1);
    next.abort();
    expect(await second).toBe('cancelled');
    expect([native.groups.size, native.leftOver()]).toEqual([0, []]);
    expect(await textIn(await convert(context(), docx))).toContain('다람쥐');
  });

  it('is replaced after its last file', async () => {
    const context = lease();
    const by = createEngine({ files: 2, seconds: Number.POSITIVE_INFINITY });
    await convert(context(), docx, 'docx', 'pdf', by);
    const [first] = offices();
    await convert(context(), docx, 'docx', 'pdf', by);
    expect(offices()).toEqual([]);
    await convert(context(), docx, 'docx', 'pdf', by);
    expect(offices()).toHaveLength(1);
    expect(offices()).not.toContainEqual(first);
  });

  it.each(['before', 'during'])('that is killed %s a file costs no file', async (when) => {
    const context = lease();
    await convert(context(), docx);
    const [listening = 0] = native.groups;
    const office = pause();
    if (when === 'before') endGroup(listening);
    const converted = convert(context(), docx);
    if (when === 'during') {
      await until(() => connectionsTo(office) > 1);
      endGroup(listening);
    }
    expect(await textIn(await converted)).toContain('다람쥐');
    expect(native.groups.has(listening)).toBe(false);
    expect(await textIn(await convert(context(), docx))).toContain('다람쥐');
  });

  it('that does not start leaves the files to one that starts for each', async () => {
    const context = lease('case "$*" in *--convert-to*) ;; *) exit 1;; esac');
    for (const _ of [1, 2]) expect(await textIn(await convert(context(), docx))).toContain('다람쥐');
    expect([native.groups.size, native.leftOver()]).toEqual([0, []]);
  });

  it('does not lend embedded fonts to the next document', async () => {
    const context = lease();
    const fontsOf = async (content: string): Promise<string> => {
      const { outputs } = await convert(context(), new Blob([content]), 'fodt');
      return judge.run('pdffonts', judge.write('fonts.pdf', await bytesOf(outputs[0].content)));
    };
    const without = await fontsOf(documentIn(''));
    const font = readFileSync(engineFiles.url('page-layout', 'serif'));
    expect(await fontsOf(documentIn(font.toString('base64')))).toContain('LibertinusSerif');
    expect(await fontsOf(documentIn(''))).toBe(without);
  });

  it('fetches nothing and reads no other file, whatever a document links to', async () => {
    const canary = await openCanary();
    const context = lease();
    await convert(context(), docx);
    const [picture, text] = [judge.write('secret.png', RED_DOT), judge.write('secret.txt', 'confidential')];
    const result = await textIn(await convert(context(), new Blob([linkingTo(canary.address, picture, text)]), 'fodt'));
    expect(result).toContain('an ordinary line');
    expect(result).not.toContain('confidential');
    expect(judge.run('pdfimages', '-list', 'result.pdf').trim().split('\n')).toHaveLength(2); // the two lines of its heading
    expect(canary.asked).toEqual([]);
    await canary.close();
  });
});

/** A document in a font that this machine does not have, which it may contain. */
function documentIn(font: string): string {
  const names = [
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"',
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"',
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"',
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  ].join(' ');
  const source = `<svg:font-face-src><svg:font-face-uri><svg:font-face-format svg:string="truetype"/><office:binary-data>${font}</office:binary-data></svg:font-face-uri></svg:font-face-src>`;
  const face = `<style:font-face style:name="F" svg:font-family="&apos;Libertinus Serif&apos;">${font === '' ? '' : source}</style:font-face>`;
  const style = '<style:style style:name="P" style:family="paragraph"><style:text-properties style:font-name="F"/></style:style>';
  return `<?xml version="1.0" encoding="UTF-8"?><office:document ${names} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:font-face-decls>${face}</office:font-face-decls><office:automatic-styles>${style}</office:automatic-styles><office:body><office:text><text:p text:style-name="P">AB</text:p></office:text></office:body></office:document>`;
}
