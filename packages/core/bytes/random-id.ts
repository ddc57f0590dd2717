/** Random UUID (RFC 9562, version 4). `crypto.randomUUID` is missing on pages loaded over plain HTTP. */
export function randomId(): string {
  const { randomUUID }: { randomUUID?: () => string } = crypto;
  return randomUUID ? randomUUID.call(crypto) : uuidOf(crypto.getRandomValues(new Uint8Array(16)));
}

function uuidOf(bytes: Uint8Array): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40; // version 4
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80; // the variant of the standard
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
