import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { moduleFrom } from './prepare.mjs';

const published = (name) => readFileSync(createRequire(import.meta.url).resolve(name), 'utf8');

describe('the patch for woff2-encoder', () => {
  it.each(['woff2-encoder', 'woff2-encoder/decompress'])('removes generated code from %s', (name) => {
    const { script } = moduleFrom(published(name));
    expect(published(name)).toContain('(Function,');
    expect(script).not.toContain('(Function,');
    expect(script.match(/invokerOf\(\w+,\w+\)/g)).toHaveLength(1);
  });

  it.each(['woff2-encoder', 'woff2-encoder/decompress'])('takes the WebAssembly out of %s', (name) => {
    const { script, program } = moduleFrom(published(name));
    expect(script).not.toMatch(/base64,[A-Za-z\d+/]/);
    expect(WebAssembly.validate(program)).toBe(true);
  });

  it('refuses unknown scripts instead of patching half of them', () => {
    const script = published('woff2-encoder');
    expect(() => moduleFrom('var a=1')).toThrow('WebAssembly');
    expect(() => moduleFrom(script.replace('onRuntimeInitialized(){', 'onStart(){'))).toThrow('start');
    expect(() => moduleFrom(script.replaceAll('(Function,', '(Other,'))).toThrow('unknown code');
    expect(() => moduleFrom(script.replace('var A,', 'var Z=new Function(""),A,'))).toThrow('elsewhere');
  });
});
