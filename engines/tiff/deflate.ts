/** Uses the platform's zlib streams, which are faster than JavaScript implementations and run in parallel. */
export async function packDeflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/**
 * Inflates one strip or tile to at most `size` bytes; anything beyond, whether padding or a bomb, is never read. Returns the data
 * before any damage.
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
    // The standard specifies a TypeError for damaged data; Node adds a zlib code.
    if (!(thrown instanceof Error)) throw thrown;
  }
  return out.subarray(0, at);
}
