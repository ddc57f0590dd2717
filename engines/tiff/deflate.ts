/** The platform's own zlib streams: faster than any written in JavaScript, and several run at a time. */
export async function packDeflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/**
 * Expands one strip or tile, at most `size` bytes: what is packed behind them, be it padding or a bomb, is never read.
 * Answers what was there before the damage.
 */
export async function expandDeflate(bytes: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const out = new Uint8Array(size);
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  let at = 0;
  try {
    while (at < size) {
      const { done, value } = await reader.read();
      if (done) break;
      out.set(value.subarray(0, size - at), at);
      at = Math.min(size, at + value.length);
    }
    await reader.cancel();
  } catch (thrown) {
    // Damaged data is a TypeError by the standard; Node adds a code of zlib's.
    if (!(thrown instanceof Error)) throw thrown;
  }
  return out.subarray(0, at);
}
