import { encodeBase64 } from '@bakkum/bytes/bytes';
import { fromBase64 } from '@bakkum/data-tree/value';
import { damaged } from './der.ts';

/** One PEM block (RFC 7468): its label and bytes. Headers mark encrypted keys. */
export type PemBlock = { readonly label: string; readonly bytes: Uint8Array<ArrayBuffer>; readonly isEncrypted: boolean };

const BLOCK = /-----BEGIN ([^\r\n-]+)-----((?:(?!-----BEGIN )[\s\S])*?)-----END \1-----/g;
const MAX_BLOCKS = 10_000;

/** Reads every block in order and skips text between them. Errors: `corrupt` if there is none. */
export function readPem(text: string): readonly PemBlock[] {
  const blocks: PemBlock[] = [];
  for (const [, label = '', body = ''] of text.matchAll(BLOCK)) {
    const [, headers = '', content = body] =
      /^((?:[\w-]+:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*)+)\r?\n([\s\S]*)$/.exec(body.trimStart()) ?? [];
    blocks.push({ label, bytes: fromBase64(content.replace(/=[\w+/]{4}\s*$/, '')), isEncrypted: /ENCRYPTED/.test(headers) });
    if (blocks.length > MAX_BLOCKS) throw damaged('more pieces than any chain has');
  }
  if (blocks.length === 0) throw damaged('no piece of PEM in it');
  return blocks;
}

/** Writes lines of 64 characters, as RFC 7468 requires. */
export function pemOf(label: string, bytes: Uint8Array): string {
  const lines = encodeBase64(bytes).match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
