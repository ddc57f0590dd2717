/** Yields path and content of each file packed by prepare-files.mjs. Views, not copies. */
export function* packedFiles(
  packed: Uint8Array<ArrayBuffer>,
): Generator<readonly [path: string, content: Uint8Array<ArrayBuffer>]> {
  const directoryBytes = new DataView(packed.buffer, packed.byteOffset).getUint32(0, true);
  let at = 4 + directoryBytes;
  const rows = JSON.parse(new TextDecoder().decode(packed.subarray(4, at))) as readonly (readonly [string, number])[];
  for (const [path, length] of rows) {
    yield [path, packed.subarray(at, at + length)];
    at += length;
  }
}
