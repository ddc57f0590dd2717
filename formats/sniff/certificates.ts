import { latin1 } from './bytes.ts';
import { textOf } from './markup.ts';

const PIECE =
  /-----BEGIN (?:(?:NEW |TRUSTED |X509 )?CERTIFICATE|[A-Z0-9 ]*PRIVATE KEY|(?:RSA |DSA |EC )?PUBLIC KEY|X509 CRL|(?:EC|DH|DSA) PARAMETERS)/;

/** A certificate or key in text; words of people may stand before it. */
export function isPem(head: Uint8Array): boolean {
  return PIECE.test(textOf(head)) && /^(?:-----BEGIN |[\w\s#(])/.test(textOf(head).trimStart());
}

/** A sequence that is as long as it says, of which the first value is one of those certificates and keys begin with. */
export function isDer(head: Uint8Array): boolean {
  const start = contentStart(head);
  return start > 0 && (head[start] === 0x30 || head[start] === 0x02);
}

const CONTENT_KINDS =
  /^(?:\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07[\x01-\x06]|\x06\x0b\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01[\x09\x17])/;

/** Cryptographic messages (RFC 5652) in bytes, in PEM, or as the mail they are sent in. */
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

/** Version 3 of a personal store (RFC 7292), then contents of the kind of messages. */
export function isCertificateStore(head: Uint8Array): boolean {
  const start = contentStart(head);
  if (start === 0 || latin1(head, start, start + 3) !== '\x02\x01\x03') return false;
  return latin1(head, start + 3, start + 32).includes('\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07');
}

/** Where the content of a sequence begins that is all there is, or 0. Without a length, its end is not looked for. */
function contentStart(head: Uint8Array): number {
  if (head[0] !== 0x30) return 0;
  const first = head[1] ?? 0;
  if (first === 0x80) return 2;
  if (first < 0x80) return first + 2 === head.length ? 2 : 0;
  const size = first & 0x7f;
  return size <= 5 ? 2 + size : 0;
}
