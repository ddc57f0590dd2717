import { expect, it } from 'vitest';
import { hasProgram, workbench } from '../../../../../../tests/native.ts';
import { deflatedZip } from './deflated-zip.ts';

const READ = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(json.dumps([[i.filename, i.compress_type, i.file_size, i.compress_size < i.file_size] for i in z.infolist()]))
`;

it.skipIf(!hasProgram('python3'))('makes a zip that another program reads, folders and Hangul names included', async () => {
  const bench = workbench();
  try {
    const text = new Blob(['가나다라 '.repeat(10_000)]);
    const entries = [
      { path: '여행/첫째 날/메모.txt', blob: text, deflate: true },
      { path: '여행/사진.jpg', blob: new Blob([Uint8Array.of(1, 2, 3)]), deflate: false },
      { path: 'empty.txt', blob: new Blob([]), deflate: true },
    ];
    const bytes = await new Response(deflatedZip(entries, new Date(2026, 10, 21, 15, 30))).arrayBuffer();
    const file = bench.write('made.zip', new Uint8Array(bytes));
    const told: unknown = JSON.parse(bench.run('python3', '-c', READ, file));
    expect(told).toEqual([
      ['여행/첫째 날/메모.txt', 8, text.size, true],
      ['여행/사진.jpg', 0, 3, false],
      ['empty.txt', 8, 0, false],
    ]);
  } finally {
    bench.dispose();
  }
});
