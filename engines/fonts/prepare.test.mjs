import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { moduleFrom } from './prepare.mjs';

const published = (name) => readFileSync(createRequire(import.meta.url).resolve(name), 'utf8');

describe('the patch for woff2-encoder', () => {
  it.each(['woff2-encoder', 'woff2-encoder/decompress'])('removes generated code from %s', (name) => {
    const [script, changed] = [published(name), moduleFrom(published(name))];
    expect(script).toContain('(Function,');
    expect(changed).not.toContain('(Function,');
    expect(changed.match(/invokerOf\(\w+,\w+\)/g)).toHaveLength(1);
  });

  it('refuses unknown scripts instead of patching half of them', () => {
    expect(() => moduleFrom('var a=1')).toThrow('unknown code');
    expect(() => moduleFrom(`${published('woff2-encoder')};new Function("")`)).toThrow('elsewhere');
  });
});
