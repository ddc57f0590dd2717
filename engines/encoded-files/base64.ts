import { decodeBase64, encodeBase64 } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';

const LINE = 76;

/**
 * Decodes Base64 (RFC 4648) and Base64url, with or without line breaks, bare, in a `data:` URL or between the marks of `uuencode
 * -m`. Errors: `corrupt` for other characters.
 */
export function readBase64(text: string): Uint8Array<ArrayBuffer> {
  const marked = /^begin-base64 [0-7]+ [^\n]*\n([\s\S]*?)\n====/m.exec(text)?.[1];
  const body = (marked ?? text.replace(/^\s*data:[^,]{0,200};base64,/, '')).replaceAll(/\s+/g, '');
  const plain = body
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/(?<!=)=+$/, '');
  if (plain === '' || !/^[A-Za-z\d+/]+$/.test(plain) || plain.length % 4 === 1)
    throw new ConversionError('corrupt', 'not base64');
  return decodeBase64(plain);
}

/** Lines of 76 characters (RFC 2045). */
export function writeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  const step = (LINE / 4) * 3;
  for (let at = 0; at < bytes.length; at += step) parts.push(encodeBase64(bytes.subarray(at, at + step)));
  return `${parts.join('\n')}\n`;
}
