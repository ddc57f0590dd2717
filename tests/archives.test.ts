/** Archives through every reader and every writer, and between our engines and native programs. */

import { buildTree, type FileTree, type TreeEntry, treeOf } from '@bakkum/archive-tree/tree';
import { collect } from '@bakkum/bytes/streams';
import type { Content, Engine, EngineManifest } from '@bakkum/conversion/engine';
import type { OptionValues } from '@bakkum/conversion/options';
import { ENGINE_LOADERS } from '@bakkum/registry/engines.gen';
import { MANIFESTS } from '@bakkum/registry/manifests.gen';
import { ZipWriter } from '@zip.js/zip.js';
import { afterAll, describe, expect, it } from 'vitest';
import { convertWith, fixture } from './engine-context.ts';
import { hasProgram, workbench } from './native.ts';

type Subject = { readonly engine: Engine; readonly manifest: EngineManifest };

async function subject(id: string): Promise<Subject> {
  const manifest = MANIFESTS.find((each) => each.id === id);
  const load = ENGINE_LOADERS[id];
  if (!manifest || !load) throw new RangeError(`no engine ${id}`);
  return { engine: (await load()).engine, manifest };
}

async function unpacked(id: string, input: Content, from: string, options: OptionValues = {}) {
  const { outputs, warnings } = await convertWith(await subject(id), { input, from, to: 'files', options });
  return { tree: treeOf(outputs[0].content), warnings: warnings.map(({ code }) => code) };
}

async function packed(id: string, tree: FileTree, to: string, options: OptionValues = {}): Promise<Blob> {
  const { outputs } = await convertWith(await subject(id), { input: tree, from: 'files', to, options });
  const { content } = outputs[0];
  if (!(content instanceof Blob)) throw new TypeError('an archive is a file');
  return content;
}

/** Returns paths with their content: text, the length of a binary file, or the target of a link. */
async function contentOf(tree: FileTree): Promise<Readonly<Record<string, string | number>>> {
  const rows: [string, string | number][] = [];
  for (const entry of tree.entries) {
    if (entry.kind === 'link') rows.push([entry.path, `→ ${entry.target}`]);
    if (entry.kind !== 'file') continue;
    const bytes = await collect(entry.open());
    rows.push([entry.path, entry.path.endsWith('.txt') ? new TextDecoder().decode(bytes) : bytes.length]);
  }
  return Object.fromEntries(rows.toSorted(([one], [other]) => one.localeCompare(other, 'en')));
}

const WHOLE = {
  'folder/long.bin': 3000,
  'folder/한글 이름.txt': '안녕하세요\n',
  'hello.txt': 'Hello, archive.\n',
  'link.txt': '→ hello.txt',
};
const { 'link.txt': _link, ...WITHOUT_LINK } = WHOLE;
const HELLO = { 'hello.txt': 'Hello, archive.\n' };

describe.each([
  ['zip', 'tree.zip', 'zip', WHOLE],
  ['tar', 'tree.tar', 'tar', WHOLE],
  ['tar', 'pax.tar', 'tar', WHOLE],
  ['tar', 'tree.tgz', 'tgz', WHOLE],
  ['tar', 'hello.txt.gz', 'gz', HELLO],
  ['seven-zip', 'tree.7z', '7z', WHOLE],
  ['seven-zip', 'tree.zip', 'zip', WHOLE],
  ['seven-zip', 'tree.tgz', 'tgz', WHOLE],
  ['seven-zip', 'tree.tbz2', 'tbz2', WHOLE],
  ['seven-zip', 'tree.txz', 'txz', WHOLE],
  ['seven-zip', 'tree.tzst', 'tzst', WHOLE],
  ['seven-zip', 'tree.tar.lzma', 'tlzma', WHOLE],
  ['seven-zip', 'tree.tar.lz', 'tlz', WHOLE],
  ['seven-zip', 'tree.tar.Z', 'tar-z', WHOLE],
  ['seven-zip', 'tree.cpio', 'cpio', WHOLE],
  ['seven-zip', 'tree.squashfs', 'squashfs', WHOLE],
  ['seven-zip', 'tree.arj', 'arj', WITHOUT_LINK],
  ['seven-zip', 'tree.cab', 'cab', { 'folder/long.bin': 3000, ...HELLO }],
  ['seven-zip', 'tree.rar', 'rar', HELLO],
  ['seven-zip', 'tree.lzh', 'lzh', HELLO],
  ['seven-zip', 'tree.a', 'ar', HELLO],
  ['seven-zip', 'tree.deb', 'deb', { 'usr/share/x/hello.txt': 'Hello, archive.\n' }],
])('%s', (id, name, from, content) => {
  it(`unpacks ${name}`, async () => {
    const { tree, warnings } = await unpacked(id, await fixture(`archives/${name}`), from);
    expect(warnings).toEqual([]);
    expect(await contentOf(tree)).toEqual(content);
    const [dated] = tree.entries.filter(({ path }) => path === 'hello.txt');
    if (dated && !['ar', 'arj'].includes(from)) expect(dated.modifiedAt?.toISOString()).toBe('2020-02-03T04:05:06.000Z');
  });
});

describe.each([
  ['zip', 'zip', 'seven-zip'],
  ['tar', 'tar', 'tar'],
  ['tar', 'tgz', 'tar'],
  ['seven-zip', '7z', 'seven-zip'],
  ['seven-zip', 'tbz2', 'seven-zip'],
  ['seven-zip', 'txz', 'seven-zip'],
  ['seven-zip', 'tlz', 'seven-zip'],
  ['seven-zip', 'tlzma', 'seven-zip'],
  ['compression', 'tzst', 'seven-zip'],
  ['compression', 'tar-z', 'seven-zip'],
  ['compression', 'tar-lz4', 'compression'],
  ['compression', 'tar-br', 'compression'],
  ['unix-archives', 'cpio', 'seven-zip'],
])('%s', (id, to, reader) => {
  it(`packs a ${to} with the complete content`, async () => {
    const { tree } = await unpacked('tar', await fixture('archives/tree.tgz'), 'tgz');
    const { tree: back } = await unpacked(reader, await packed(id, tree, to), to);
    expect(await contentOf(back)).toEqual(WHOLE);
    const facts = ({ entries }: FileTree) =>
      entries
        .filter(({ kind }) => kind === 'file')
        .map(({ path, modifiedAt, mode }) => [path, modifiedAt?.getTime(), mode])
        .toSorted(([one], [other]) => String(one).localeCompare(String(other), 'en'));
    expect(facts(back)).toEqual(facts(tree));
  });
});

it.each([
  ['tar', 'gz'],
  ['seven-zip', 'bz2'],
  ['seven-zip', 'xz'],
  ['seven-zip', 'lzip'],
  ['seven-zip', 'lzma'],
  ['compression', 'zst'],
  ['compression', 'compress'],
])('%s packs each file into its own %s', async (id, to) => {
  const { tree } = await unpacked('zip', await fixture('archives/tree.zip'), 'zip');
  const { outputs } = await convertWith(await subject(id), { input: tree, from: 'files', to });
  expect(new Set(outputs.map(({ label }) => label))).toEqual(new Set(['hello.txt', 'long.bin', '한글 이름.txt']));
  const hello = outputs.find(({ label }) => label === 'hello.txt');
  const { tree: back } = await unpacked('seven-zip', hello?.content ?? tree, to);
  expect(Object.values(await contentOf(back))).toEqual([16]); // the format does not store its name
});

it('seven-zip refuses an archive without files', async () => {
  const { tree } = buildTree([], 0);
  const archive = await packed('unix-archives', tree, 'cpio');
  await expect(unpacked('seven-zip', archive, 'cpio')).rejects.toMatchObject({ code: 'empty' });
});

describe.skipIf(!hasProgram('lzip'))('lzip', () => {
  const native = workbench();
  afterAll(() => native.dispose());

  it('is read in members, and lzip reads ours', async () => {
    const text = Array.from({ length: 40_000 }, (_, line) => `${line} ${line % 89}\n`).join('');
    native.write('lines.txt', text);
    native.run('lzip', '-b', '100000', 'lines.txt');
    const { tree } = await unpacked('seven-zip', new Blob([native.read('lines.txt.lz')]), 'lzip');
    const [file] = tree.entries;
    expect(file?.kind === 'file' && new TextDecoder().decode(await collect(file.open()))).toBe(text);
    native.write('ours.lz', new Uint8Array(await (await packed('seven-zip', tree, 'lzip')).arrayBuffer()));
    expect(native.run('lzip', '-d', '-c', 'ours.lz')).toBe(text);
    const damaged = native.read('lines.txt.lz');
    damaged[5000] = (damaged[5000] ?? 0) ^ 1;
    await expect(unpacked('seven-zip', new Blob([damaged]), 'lzip')).rejects.toMatchObject({ code: 'corrupt' });
  });
});

describe('discs and libraries', () => {
  const native = workbench();
  afterAll(() => native.dispose());
  const long = `${'긴 이름 '.repeat(14)}.txt`;

  async function oddTree(): Promise<FileTree> {
    const blob = new Blob(['content']);
    const at = new Date('2020-02-03T04:05:06Z');
    const file = (path: string): TreeEntry => ({
      kind: 'file',
      path,
      size: 7,
      mode: 0o640,
      modifiedAt: at,
      open: () => blob.stream(),
    });
    const many = Array.from({ length: 90 }, (_, index) => file(`many/deep/er/file ${index} of some.txt`));
    const named = [file(long), file('a.txt'), file('A.TXT'), file(`sub/${long}`), file('empty:name?.txt')];
    const link: TreeEntry = { kind: 'link', path: 'sub/link', target: `../${long}` };
    return buildTree([...many, ...named, link, { kind: 'directory', path: 'sub' }], 10_000).tree;
  }

  it('a disc image has names for every kind of reader', async () => {
    const tree = await oddTree();
    const disc = await packed('iso', tree, 'iso');
    const { tree: joliet } = await unpacked('seven-zip', disc, 'iso');
    const names = joliet.entries.map(({ path }) => path);
    expect(names.filter((name) => name.startsWith('many/deep/er/file'))).toHaveLength(90);
    expect(names).toContain('empty_name_.txt');
    if (!hasProgram('bsdtar') || !hasProgram('isoinfo')) return;
    native.write('made.iso', new Uint8Array(await disc.arrayBuffer()));
    const listed = native.run('bsdtar', '-tvf', 'made.iso');
    for (const { path, kind } of tree.entries) if (kind === 'file') expect(listed).toContain(path);
    expect(listed).toMatch(/^-rw-r-----.* a\.txt$/m);
    expect(listed).toContain(`link -> ../${long}`);
    expect(native.run('bsdtar', '-xOf', 'made.iso', `sub/${long}`)).toBe('content');
    expect(native.run('isoinfo', '-i', 'made.iso', '-R', '-f')).toContain(`/sub/${long}`);
    expect(native.run('isoinfo', '-i', 'made.iso', '-J', '-f')).toContain('/many/deep/er/file 89 of some.txt');
  });

  it('every file in an ar archive has a unique name', async () => {
    const library = await packed('unix-archives', await oddTree(), 'ar');
    const { tree } = await unpacked('seven-zip', library, 'ar');
    expect(tree.entries.filter(({ kind }) => kind === 'file')).toHaveLength(95);
    if (!hasProgram('ar')) return;
    native.write('made.a', new Uint8Array(await library.arrayBuffer()));
    expect(native.run('ar', 'p', 'made.a', 'a.txt')).toBe('content');
    expect(native.run('ar', 't', 'made.a').trim().split('\n')).toContain('file 89 of some.txt');
  });
});

describe('encrypted archives', () => {
  it.each([
    ['zip', 'encrypted.zip', 'zip'],
    ['zip', 'encrypted.old.zip', 'zip'],
    ['seven-zip', 'encrypted.zip', 'zip'],
    ['seven-zip', 'encrypted.7z', '7z'],
    ['seven-zip', 'encrypted.names.7z', '7z'],
  ])('%s opens %s only with its password', async (id, name, from) => {
    const input = await fixture(`archives/${name}`);
    await expect(unpacked(id, input, from)).rejects.toMatchObject({ code: 'encrypted' });
    await expect(unpacked(id, input, from, { password: 'wrong' })).rejects.toMatchObject({ code: 'wrong-password' });
    const { tree } = await unpacked(id, input, from, { password: 'secret' });
    expect(await contentOf(tree)).toMatchObject(HELLO);
  });

  it.each([
    ['zip', 'zip'],
    ['seven-zip', '7z'],
  ])('%s encrypts a %s', async (id, to) => {
    const { tree } = await unpacked('zip', await fixture('archives/tree.zip'), 'zip');
    const locked = await packed(id, tree, to, { newPassword: '비밀' });
    await expect(unpacked('seven-zip', locked, to)).rejects.toMatchObject({ code: 'encrypted' });
    expect(await contentOf((await unpacked('seven-zip', locked, to, { password: '비밀' })).tree)).toEqual(WHOLE);
  });

  it('an ARJ archive is detected as encrypted by a flag of its members', async () => {
    const bytes = new Uint8Array(await (await fixture('archives/tree.arj')).arrayBuffer());
    const first = 4 + new DataView(bytes.buffer).getUint16(2, true) + 6;
    bytes[first + 8] = (bytes[first + 8] ?? 0) | 1;
    await expect(unpacked('seven-zip', new Blob([bytes]), 'arj')).rejects.toMatchObject({ code: 'encrypted' });
  });
});

describe('attacks by archives', () => {
  async function zipOf(names: readonly string[], encodeText?: (text: string) => Uint8Array): Promise<Blob> {
    const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
    const bytes = collect(readable);
    const writer = new ZipWriter(writable, {
      useWebWorkers: false,
      ...(encodeText ? { encodeText, useUnicodeFileNames: false } : {}),
    });
    for (const name of names) await writer.add(name, new Blob(['x']).stream());
    await writer.close();
    return new Blob([await bytes]);
  }

  it('no file is unpacked outside its folder', async () => {
    const { tree, warnings } = await unpacked('zip', await zipOf(['../../evil.txt', 'good.txt', '/abs.txt']), 'zip');
    expect(tree.entries.map(({ path }) => path).toSorted()).toEqual(['abs.txt', 'good.txt']);
    expect(warnings).toEqual(['entries-dropped']);
  });

  it('names from old Korean Windows are read', async () => {
    const cp949: Readonly<Record<string, readonly number[]>> = {
      '보고서.txt': [0xba, 0xb8, 0xb0, 0xed, 0xbc, 0xad, 0x2e, 0x74, 0x78, 0x74],
    };
    const zip = await zipOf(Object.keys(cp949), (text) => Uint8Array.from(cp949[text] ?? []));
    expect((await unpacked('zip', zip, 'zip')).tree.entries.map(({ path }) => path)).toEqual(['보고서.txt']);
  });

  it('a zip that claims to unpack to gigabytes is refused before unpacking', async () => {
    const bytes = new Uint8Array(await (await zipOf(['zeros.bin'])).arrayBuffer());
    const directory = bytes.findLastIndex(
      (_, at) => new DataView(bytes.buffer).getUint32(Math.min(at, bytes.length - 4), true) === 0x02014b50,
    );
    new DataView(bytes.buffer).setUint32(directory + 24, 0xf0000000, true);
    await expect(unpacked('zip', new Blob([bytes]), 'zip')).rejects.toMatchObject({ code: 'too-large' });
  });

  it('half an archive is refused or reported', async () => {
    for (const [id, name, from] of [
      ['zip', 'tree.zip', 'zip'],
      ['seven-zip', 'tree.7z', '7z'],
      ['tar', 'tree.tgz', 'tgz'],
    ] as const) {
      const whole = await fixture(`archives/${name}`);
      await expect(unpacked(id, whole.slice(0, whole.size / 2), from)).rejects.toMatchObject({ code: 'corrupt' });
    }
    const tar = await fixture('archives/tree.tar');
    expect((await unpacked('tar', tar.slice(0, 3000), 'tar')).warnings).toEqual(['damaged-source']);
  });
});

describe.skipIf(!hasProgram('bsdtar'))('independent programs', () => {
  const native = workbench();
  afterAll(() => native.dispose());

  it.each([
    ['zip', 'zip'],
    ['tar', 'tar'],
    ['tar', 'tgz'],
    ['seven-zip', '7z'],
    ['seven-zip', 'tbz2'],
    ['seven-zip', 'txz'],
    ['seven-zip', 'tlz'],
    ['seven-zip', 'tlzma'],
    ['compression', 'tzst'],
    ['compression', 'tar-lz4'],
    ['compression', 'tar-z'],
    ['unix-archives', 'cpio'],
    ['iso', 'iso'],
  ])('open what %s writes as %s', async (id, to) => {
    const { tree } = await unpacked('zip', await fixture('archives/tree.zip'), 'zip');
    native.write(`made.${to}`, new Uint8Array(await (await packed(id, tree, to)).arrayBuffer()));
    expect(native.run('bsdtar', '-xOf', `made.${to}`, 'hello.txt')).toBe('Hello, archive.\n');
    expect(native.run('bsdtar', '-tvf', `made.${to}`)).toMatch(/^l.*link\.txt -> hello\.txt$/m);
  });
});
