import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { withMembers } from './zip-overlay.ts';

const zipOf = (members: Readonly<Record<string, string>>) =>
  new Uint8Array(zipSync(Object.fromEntries(Object.entries(members).map(([name, text]) => [name, strToU8(text)]))));

describe('a zip with replaced members', () => {
  it('has the new contents, and all others unchanged', () => {
    const long = 'the same again '.repeat(500);
    const result = withMembers(zipOf({ 'a.xml': 'old', 'b/가.xml': long, 'c.xml': 'third' }), {
      'a.xml': strToU8('new contents'),
    });
    if (!result) throw new Error('no zip');
    const members = Object.entries(unzipSync(result)).map(([name, bytes]) => [name, strFromU8(bytes)]);
    expect(Object.fromEntries(members)).toEqual({ 'a.xml': 'new contents', 'b/가.xml': long, 'c.xml': 'third' });
    expect(result.length).toBeLessThan(long.length);
  });

  it('may have additional members', () => {
    const result = withMembers(zipOf({ a: '1' }), { b: strToU8('2') });
    expect(result && Object.keys(unzipSync(result))).toEqual(['a', 'b']);
  });

  it('is not created from a file that is no zip or is truncated', () => {
    expect(withMembers(new Uint8Array(100), { a: strToU8('1') })).toBeUndefined();
    expect(withMembers(zipOf({ a: '1', b: '2' }).slice(0, -30), { a: strToU8('1') })).toBeUndefined();
  });
});
