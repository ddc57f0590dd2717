/**
 * TIFF 6.0 §9: a count below 128 precedes count + 1 literals, a count above it one byte to repeat. Returns at most `size` bytes.
 */
export function expandPackBits(code: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(size);
  let at = 0;
  for (let from = 0; from < code.length && at < size; ) {
    const count = code[from++] ?? 0;
    if (count < 128) {
      const literal = code.subarray(from, from + Math.min(count + 1, size - at));
      out.set(literal, at);
      at += literal.length;
      from += count + 1;
    } else if (count > 128 && from < code.length) {
      const end = Math.min(size, at + 257 - count);
      out.fill(code[from++] ?? 0, at, end);
      at = end;
    }
  }
  return out.subarray(0, at);
}
