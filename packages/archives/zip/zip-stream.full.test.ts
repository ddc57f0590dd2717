import { hasProgram, workbench } from '@bakkum/tests/native';
import { expect, it } from 'vitest';
import { zipStream } from './zip-stream.ts';

const COUNT = 'import sys, zipfile; print(len(zipfile.ZipFile(sys.argv[1]).infolist()))';

it.skipIf(!hasProgram('python3'))('holds more files than the format allows without ZIP64', async () => {
  const bench = workbench();
  try {
    const file = { blob: new Blob([]), deflate: false, modifiedAt: new Date(2026, 10, 21) };
    const members = Array.from({ length: 65_600 }, (_, index) => ({ ...file, path: `${index}` }));
    const zip = bench.write('many.zip', new Uint8Array(await new Response(zipStream(members)).arrayBuffer()));
    expect(bench.run('python3', '-c', COUNT, zip).trim()).toBe('65600');
  } finally {
    bench.dispose();
  }
});
