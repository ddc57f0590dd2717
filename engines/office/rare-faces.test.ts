import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readFont } from '@bakkum/document-typefaces/font-file';
import { describe, expect, it } from 'vitest';
import type { RareFace } from './faces.ts';
import { manifest } from './manifest.ts';
import { rareFacesFor } from './rare-faces.ts';

const { resolve } = createRequire(import.meta.url);
const bytesOf = (asset: string) => new Uint8Array(readFileSync(resolve(manifest.assets[asset] ?? '')));
const atHand = ['gothic', 'hanja'].map((asset) => readFont(bytesOf(asset)));

async function facesFor(text: string): Promise<readonly RareFace[]> {
  return [...(await rareFacesFor(new Set(text), atHand, async (face) => bytesOf(face))).keys()];
}

describe('rare typefaces of a document', () => {
  it.each([
    ['none for Hanja in the Korean faces', '大韓民國', []],
    ['the Chinese one for simplified characters', '书', ['chinese']],
    ['the Japanese one first for text with kana', 'の込书', ['japanese', 'chinese']],
    ['one per script', 'สหि😀', ['thai', 'devanagari', 'emoji']],
    ['none for characters no bundled face has', '𠀀', []],
  ])('are %s', async (_, text, faces) => {
    expect(await facesFor(text)).toEqual(faces);
  });
});
