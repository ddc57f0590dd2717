import { hasProgram, workbench } from '@bakkum/tests/native';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { type ZipMember, zipStream } from './zip-stream.ts';

const READ = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(json.dumps([[i.filename, i.compress_type, i.file_size, i.compress_size < i.file_size, i.date_time] for i in z.infolist()]))
`;

const modifiedAt = new Date(2026, 10, 21, 15, 30);
const member = (path: string, blob: Blob, deflate = false): ZipMember => ({ path, blob, deflate, modifiedAt });
const bytesOf = async (members: Parameters<typeof zipStream>[0]): Promise<Uint8Array> =>
  new Uint8Array(await new Response(zipStream(members)).arrayBuffer());

const bench = workbench();
afterAll(() => bench.dispose());

describe.skipIf(!hasProgram('python3'))('a zip read by another program', () => {
  it('keeps folders, Hangul names and times, and deflates on request', async () => {
    const text = new Blob(['가나다라 '.repeat(10_000)]);
    const members = [
      member('여행/첫째 날/메모.txt', text, true),
      member('여행/사진.jpg', new Blob([Uint8Array.of(1, 2, 3)])),
      member('empty.txt', new Blob([]), true),
    ];
    const file = bench.write('made.zip', await bytesOf(members));
    const time = [2026, 11, 21, 15, 30, 0];
    const read: unknown = JSON.parse(bench.run('python3', '-c', READ, file));
    expect(read).toEqual([
      ['여행/첫째 날/메모.txt', 8, text.size, true, time],
      ['여행/사진.jpg', 0, 3, false, time],
      ['empty.txt', 8, 0, false, time],
    ]);
  });
});

describe('the stream', () => {
  it('writes safe and unique names', async () => {
    const names = ['a.txt', 'A.txt', '../../evil', 'C:\\x\\b.txt', 'folder/\u202Egpj.exe', 'nul'];
    const bytes = await bytesOf(names.map((name) => member(name, new Blob(['x']))));
    expect(Object.keys(unzipSync(bytes))).toEqual(['a.txt', 'A (2).txt', '.._.._evil', 'x/b.txt', 'folder/gpj.exe', '_nul']);
  });

  it('fails with the error of a file', async () => {
    async function* members(): AsyncGenerator<ZipMember> {
      yield member('a', new Blob(['a']));
      throw new TypeError('no second file');
    }
    await expect(bytesOf(members())).rejects.toThrow('no second file');
  });

  it('stops requesting files once cancelled', async () => {
    const closed = Promise.withResolvers<void>();
    async function* members(): AsyncGenerator<ZipMember> {
      try {
        for (let index = 0; ; index += 1) yield member(`${index}`, new Blob(['x'.repeat(100_000)]));
      } finally {
        closed.resolve();
      }
    }
    const reader = zipStream(members()).getReader();
    await reader.read();
    await reader.cancel();
    await expect(closed.promise).resolves.toBeUndefined();
  });
});
