/** Entry of a process that decodes one picture and ends: told what to do as its argument, given the picture, it writes the pixels. */
import { decodePicture } from './decode-picture.ts';
import type { DecodingOrder } from './decoding.ts';

/** What it is started with. */
export type ProcessOrder = { readonly order: DecodingOrder; readonly bytes: number };

// Made by this program on the other side.
const { order, bytes } = JSON.parse(process.argv[2] ?? '') as ProcessOrder;
process.stdout.write('ready\n');

const given = Buffer.alloc(bytes);
let length = 0;
process.stdin.on('data', (part: Buffer) => {
  length += part.copy(given, length);
  if (length === bytes) void answer();
});
// It is held open until the answer is there: whoever wanted it is gone.
process.stdin.once('end', () => process.exit(1));
if (bytes === 0) void answer();

async function answer(): Promise<void> {
  const decoded = await decodePicture(order, given);
  if ('fault' in decoded) return end(decoded, new Uint8Array());
  const { content, ...shape } = decoded.pixels;
  return end({ ...shape, source: decoded.source }, content);
}

function end(told: object, content: Uint8Array): void {
  process.stdout.write(`${JSON.stringify(told)}\n`);
  process.stdout.write(content, () => process.exit(0));
}
