import { bytesOf } from '@bakkum/conversion/engine';
import { convertWith } from '@bakkum/tests/engine-context';
import { expect, it } from 'vitest';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

async function textFrom(text: string, from: string, to: string): Promise<string> {
  const { outputs } = await convertWith({ engine, manifest }, { input: new Blob([text]), from, to });
  return new TextDecoder().decode(await bytesOf(outputs[0].content));
}

it('writes and merges lists of any length', async () => {
  const tables = JSON.stringify({ a: Array.from({ length: 200_000 }, () => ({ b: 1 })) });
  expect((await textFrom(tables, 'json', 'toml')).match(/\[\[a\]\]/g)).toHaveLength(200_000);
  const merged = `<<: [${'{b: 1},'.repeat(200_000)}]`;
  expect(JSON.parse(await textFrom(merged, 'yaml', 'json'))).toEqual({ b: 1 });
});
