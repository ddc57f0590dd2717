import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { detectFormat } from './detect.ts';
import type { Format, Signature } from './format.ts';

const CODE = ['detect', 'format', 'signature'];
const TABLES = readdirSync(import.meta.dirname)
  .flatMap((file) => /^([a-z0-9]+)\.ts$/.exec(file)?.[1] ?? [])
  .filter((name) => !CODE.includes(name));
const formats: Format[] = [];
for (const name of TABLES) {
  const table: { readonly FORMATS: readonly Format[] } = await import(
    /* @vite-ignore */ new URL(`${name}.ts`, import.meta.url).href
  );
  formats.push(...table.FORMATS);
}

/** The shortest file that matches a signature: its bytes at their offsets, zeros in between. */
function fileWith(signature: Signature): { head: Uint8Array; tail: Uint8Array; size: number } {
  const end = Math.max(64, ...signature.map((part) => part.offset + part.bytes.length));
  const head = new Uint8Array(end);
  const tail = new Uint8Array(1024);
  for (const part of signature) {
    const bytes = part.bytes.replaceAll(' ', '').match(/../g) ?? [];
    const target = part.offset < 0 ? tail : head;
    const start = part.offset < 0 ? tail.length + part.offset : part.offset;
    for (const [index, pair] of bytes.entries()) target[start + index] = pair === '??' ? 0 : Number.parseInt(pair, 16);
  }
  return { head, tail, size: end };
}

describe('format tables', () => {
  it('give every format a unique id', () => {
    const ids = formats.map((format) => format.id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });

  it('write extensions in lower case without a dot, once per format', () => {
    const wrong = formats.filter(
      ({ extensions }) =>
        new Set(extensions).size !== extensions.length ||
        extensions.some((extension) => !/^[a-z0-9]+(\.[a-z0-9]+)?$/.test(extension)),
    );
    expect(wrong.map((format) => format.id)).toEqual([]);
  });

  it('name every format in both languages, with media types', () => {
    const wrong = formats.filter(
      ({ title, name, mediaTypes }) =>
        !title.en || !title.ko || !name || mediaTypes.some((type) => !/^[a-z]+\/[a-z0-9.+-]+$/.test(type)),
    );
    expect(wrong.map((format) => format.id)).toEqual([]);
  });

  it('write signatures in complete bytes', () => {
    const parts = formats.flatMap((format) =>
      (format.signatures ?? []).flat().map((part) => ({ id: format.id, bytes: part.bytes.replaceAll(' ', '') })),
    );
    expect(parts.filter((part) => !/^(?:[0-9a-f]{2}|\?\?)+$/.test(part.bytes))).toEqual([]);
  });

  const plain = formats.filter((format) => format.signatures && !format.matches);
  it.each(
    plain.flatMap((format) => (format.signatures ?? []).map((signature, index) => ({ id: format.id, format, signature, index }))),
  )('$id is detected by its signature $index', ({ format, signature }) => {
    const file = fileWith(signature);
    expect(detectFormat({ ...file, name: `file.${format.extensions[0]}` }, formats)).toMatchObject({
      format: { id: format.id },
      by: 'content',
    });
    if (format.weak || formats.some((other) => other !== format && sharesSignature(other, signature))) return;
    expect(detectFormat(file, formats).format?.id).toBe(format.id);
  });

  it('leave at most one format per extension to the extension alone', () => {
    const extensions = [...new Set(formats.flatMap((format) => format.extensions))];
    const unclear = extensions.filter(
      (extension) =>
        formats.filter((format) => format.extensions.includes(extension) && !format.signatures && !format.matches).length > 1,
    );
    expect(unclear).toEqual([]);
  });

  it('leave no two formats of one extension with the same signature and no test', () => {
    const unclear = plain.filter((format) =>
      plain.some(
        (other) =>
          other !== format &&
          other.extensions.some((extension) => format.extensions.includes(extension)) &&
          (format.signatures ?? []).some((signature) => sharesSignature(other, signature)),
      ),
    );
    expect(unclear.map((format) => format.id)).toEqual([]);
  });
});

function sharesSignature(format: Format, signature: Signature): boolean {
  return (format.signatures ?? []).some((other) => JSON.stringify(other) === JSON.stringify(signature));
}
