import type { Bytes } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

/** Random bytes before the encrypted data, the last of which verifies the password. */
export const CIPHER_HEADER_BYTES = 12;

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

const step = (crc: number, byte: number): number => (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);

/** Traditional PKWARE encryption (APPNOTE.TXT, 6.1). */
class ZipCipher {
  #first = 0x12345678;
  #second = 0x23456789;
  #third = 0x34567890;

  constructor(password: Bytes) {
    for (const byte of password) this.#update(byte);
  }

  #update(byte: number): void {
    this.#first = step(this.#first, byte);
    this.#second = (Math.imul(this.#second + (this.#first & 0xff), 134_775_813) + 1) | 0;
    this.#third = step(this.#third, this.#second >>> 24);
  }

  decrypt(bytes: Bytes): Bytes {
    return bytes.map((byte) => {
      const key = (this.#third | 2) & 0xffff;
      const plain = byte ^ ((Math.imul(key, key ^ 1) >>> 8) & 0xff);
      this.#update(plain);
      return plain;
    });
  }
}

/**
 * Returns a function that decrypts the data after `header`.
 * @param check expected last byte of the decrypted header
 * @throws ConversionError `encrypted` without a password, `wrong-password`
 */
export function decrypterFor(header: Bytes, password: string, check: number): (bytes: Bytes) => Bytes {
  if (password === '') throw new ConversionError('encrypted', 'a file asks for a password');
  const key = new TextEncoder().encode(password);
  if (new ZipCipher(key).decrypt(header).at(-1) !== check) throw new ConversionError('wrong-password', 'the check byte differs');
  return (bytes) => {
    const cipher = new ZipCipher(key);
    cipher.decrypt(header);
    return cipher.decrypt(bytes);
  };
}
