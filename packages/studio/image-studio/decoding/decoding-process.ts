/** Entry of a process that decodes one image and exits: the order is its argument, the image its input, the pixels its output. */
import { decodeImage } from './decode-image.ts';
import type { DecodingOrder } from './decoded-image.ts';

/** The argument the process is started with. */
export type ProcessOrder = { readonly order: DecodingOrder; readonly bytes: number };

// Written by this program in the parent process.
const { order, bytes } = JSON.parse(process.argv[2] ?? '') as ProcessOrder;
process.stdout.write('ready\n');

const given = Buffer.alloc(bytes);
let length = 0;
process.stdin.on('data', (part: Buffer) => {
  length += part.copy(given, length);
  if (length === bytes) void answer();
});
// The input stays open until the answer is sent; its end means that the parent is gone.
process.stdin.once('end', () => process.exit(1));
if (bytes === 0) void answer();

async function answer(): Promise<void> {
  const decoded = await decodeImage(order, given);
  if ('fault' in decoded) return end(decoded, new Uint8Array());
  const { content, ...shape } = decoded.pixels;
  return end({ ...shape, source: decoded.source }, content);
}

function end(told: object, content: Uint8Array): void {
  process.stdout.write(`${JSON.stringify(told)}\n`);
  process.stdout.write(content, () => process.exit(0));
}
