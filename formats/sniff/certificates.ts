import { latin1 } from './bytes.ts';
import { textOf } from './markup.ts';

const PIECE =
  /-----BEGIN (?:(?:NEW |TRUSTED |X509 )?CERTIFICATE|[A-Z0-9 ]*PRIVATE KEY|(?:RSA |DSA |EC )?PUBLIC KEY|X509 CRL|(?:EC|DH|DSA) PARAMETERS)/;

/** A certificate or key in PEM, optionally after other text. */
export function isPem(head: Uint8Array): boolean {
  return PIECE.test(textOf(head)) && /^(?:-----BEGIN |[\w\s#(])/.test(textOf(head).trimStart());
}

/** A sequence of the declared length whose first value is typical of certificates and keys. */
export function isDer(head: Uint8Array): boolean {
  const start = contentStart(head);
  return start > 0 && (head[start] === 0x30 || head[start] === 0x02);
}

const CONTENT_KINDS =
  /^(?:\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07[\x01-\x06]|\x06\x0b\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01[\x09\x17])/;

/** Cryptographic messages (RFC 5652) in DER, PEM, or S/MIME. */
export function isCryptographicMessage(head: Uint8Array): boolean {
  const start = contentStart(head);
  if (start > 0) return CONTENT_KINDS.test(latin1(head, start, start + 16));
  const beginning = textOf(head).slice(0, 4096);
  if (/^-----BEGIN (?:PKCS7|CMS|PKCS #7 SIGNED DATA)-----/.test(beginning)) return true;
  return (
    /^(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*?content-type:\s*application\/(?:x-)?pkcs7-mime/i.test(beginning) &&
    !/^(?:from|to|received):/im.test(beginning)
  );
}

/** Version 3 of a PKCS #12 store (RFC 7292), followed by CMS content. */
export function isCertificateStore(head: Uint8Array): boolean {
  const start = contentStart(head);
  if (start === 0 || latin1(head, start, start + 3) !== '\x02\x01\x03') return false;
  return latin1(head, start + 3, start + 32).includes('\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07');
}

/** Offset of the content if the file is a single sequence, otherwise 0. The end is not checked for indefinite length. */
function contentStart(head: Uint8Array): number {
  if (head[0] !== 0x30) return 0;
  const first = head[1] ?? 0;
  if (first === 0x80) return 2;
  if (first < 0x80) return first + 2 === head.length ? 2 : 0;
  const size = first & 0x7f;
  return size <= 5 ? 2 + size : 0;
}
