import { type Bytes, viewOf } from '@bakkum/bytes/bytes';
import { latin1, type Stored } from './stored.ts';

/** Block types: the bank of composite images, and JPEG data. */
const BLOCK = { bank: 16, jpeg: 18 } as const;

/** Reads the composite images that PaintShop Pro stores next to its layers since version 6. */
export function inPaintShop(file: Bytes): readonly Stored[] {
  return blocksOf(file.subarray(36))
    .filter(({ id }) => id === BLOCK.bank)
    .flatMap(({ content }) => {
      const start = viewOf(content).getUint32(0, true);
      return blocksOf(content.subarray(start)).filter(({ id }) => id === BLOCK.jpeg);
    })
    .map(({ content }): Stored => ({ kind: 'file', bytes: content.subarray(viewOf(content).getUint32(0, true)) }));
}

type Block = { readonly id: number; readonly content: Bytes };

function blocksOf(bytes: Bytes): readonly Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at + 10 <= bytes.length && latin1(bytes.subarray(at, at + 4)) === '~BK\0'; ) {
    const view = viewOf(bytes);
    const size = view.getUint32(at + 6, true);
    blocks.push({ id: view.getUint16(at + 4, true), content: bytes.subarray(at + 10, at + 10 + size) });
    at += 10 + size;
  }
  return blocks;
}
