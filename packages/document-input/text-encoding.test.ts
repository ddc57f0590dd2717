import { describe, expect, it } from 'vitest';
import { decodeText } from './text-encoding.ts';

const bytes = (...values: readonly number[]) => new Uint8Array(values);

describe('encodings', () => {
  it.each([
    ['UTF-8', new TextEncoder().encode('한글'), '한글'],
    ['UTF-8 with a mark', bytes(0xef, 0xbb, 0xbf, 0x41), 'A'],
    ['UTF-16, little end first', bytes(0xff, 0xfe, 0x00, 0xac), '가'],
    ['UTF-16, big end first', bytes(0xfe, 0xff, 0xac, 0x00), '가'],
    ['CP949', bytes(0xc7, 0xd1, 0xb1, 0xdb, 0x8c, 0x63), '한글똠'],
    ['Windows Latin', bytes(0x63, 0x61, 0x66, 0xe9), 'café'],
  ])('%s', (_, given, text) => expect(decodeText(given)).toBe(text));
});
