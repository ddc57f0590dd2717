/** A 24-bit BMP that no encoder finishes at once. */
export function noisyBitmap(side: number): Buffer {
  const header = Buffer.alloc(54);
  header.write('BM', 'latin1');
  header.writeUInt32LE(54 + side * side * 3, 2);
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(side, 18);
  header.writeInt32LE(side, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  const pixels = Buffer.alloc(side * side * 3);
  for (let at = 0, noise = 1; at < pixels.length; at++) {
    noise = (Math.imul(noise, 1103515245) + 12345) >>> 0;
    pixels[at] = noise >>> 16;
  }
  return Buffer.concat([header, pixels]);
}
