/** RC4, which Web Crypto lacks: the cipher of office files until 2007. The same call encrypts and decrypts. */
export function rc4(key: Uint8Array, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number): number => state[index & 0xff] ?? 0;
  const swap = (a: number, b: number): void => {
    const kept = at(a);
    state[a & 0xff] = at(b);
    state[b & 0xff] = kept;
  };
  let other = 0;
  for (let index = 0; index < 256; index += 1) {
    other = (other + at(index) + (key[index % key.length] ?? 0)) & 0xff;
    swap(index, other);
  }
  other = 0;
  return new Uint8Array(
    data.map((byte, place) => {
      const index = place + 1;
      other = (other + at(index)) & 0xff;
      swap(index, other);
      return byte ^ at(at(index) + at(other));
    }),
  );
}
