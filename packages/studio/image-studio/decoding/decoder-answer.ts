/** Parses the answer of a decoding process, which the image may have taken over. */
import { z } from 'zod';
import { PICTURE_SOURCES } from '../files/xmp.ts';
import { type Decoded, type DecodingOrder, isOrdered } from './decoded-image.ts';

const LINE_END = 10;
const side = z.int().positive();
const shape = z.union([
  z.object({ fault: z.enum(['unreadable', 'too-small', 'too-large', 'too-narrow']), detail: z.string() }),
  z.object({
    width: side,
    height: side,
    channels: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
    source: z.enum(PICTURE_SOURCES).optional(),
  }),
]);

/** The answer is untrusted: it can only be pixels of the ordered size. */
export function readAnswer(order: DecodingOrder, answer: Buffer): Decoded {
  const end = answer.indexOf(LINE_END);
  const read = shape.safeParse(jsonOf(answer.toString('utf8', 0, Math.max(0, end))));
  if (!read.success) return { fault: 'unreadable', detail: 'the process made no sense' };
  if ('fault' in read.data) return read.data;
  const { source, ...size } = read.data;
  const content = new Uint8Array(answer.subarray(end + 1));
  if (!isOrdered(order, size) || content.byteLength !== size.width * size.height * size.channels)
    return { fault: 'unreadable', detail: 'the process answered something else' };
  return { pixels: { ...size, content }, source };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
