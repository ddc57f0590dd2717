import { hasText, indexOfText, latin1, u16, u32 } from './bytes.ts';

const LOCAL_HEADER = 'PK\u0003\u0004';
const DIRECTORY_ENTRY = 'PK\u0001\u0002';
const DIRECTORY_ENTRY_BYTES = 46;

/** `method`: how it is compressed; 0 means stored. `data`: where its content starts. */
type Member = { readonly name: string; readonly flags: number; readonly method: number; readonly data: number };

/**
 * Local file headers at the beginning of a zip. If a header leaves its sizes to a data descriptor, the next header is searched
 * for, so a stored inner archive may add its own members.
 */
export function* zipMembers(head: Uint8Array): Generator<Member> {
  let offset = indexOfText(head, LOCAL_HEADER);
  while (offset >= 0 && offset + 30 <= head.length) {
    const data = offset + 30 + u16(head, offset + 26, true) + u16(head, offset + 28, true);
    const flags = u16(head, offset + 6, true);
    yield {
      name: latin1(head, offset + 30, offset + 30 + u16(head, offset + 26, true)),
      flags,
      method: u16(head, offset + 8, true),
      data,
    };
    const size = u32(head, offset + 18, true);
    const known = (flags & 8) === 0 && size !== 0xffffffff;
    const next = known ? data + size : data;
    offset = hasText(head, LOCAL_HEADER, next) ? next : indexOfText(head, LOCAL_HEADER, next);
  }
}

/** Names of the members at the beginning and in the part of the directory at the end. */
export function* zipNames(head: Uint8Array, tail: Uint8Array | undefined): Generator<string> {
  for (const { name } of zipMembers(head)) yield name;
  if (!tail) return;
  let at = indexOfText(tail, DIRECTORY_ENTRY);
  while (at >= 0 && at + DIRECTORY_ENTRY_BYTES <= tail.length) {
    const name = at + DIRECTORY_ENTRY_BYTES;
    yield latin1(tail, name, name + u16(tail, at + 28, true));
    at = indexOfText(tail, DIRECTORY_ENTRY, name);
  }
}

/** Tests for zip-based formats: true if a member's name starts with one of these, otherwise inconclusive. */
export function zipHolds(...prefixes: readonly string[]): (head: Uint8Array) => true | undefined {
  return (head) => {
    for (const member of zipMembers(head)) {
      if (prefixes.some((prefix) => member.name.startsWith(prefix))) return true;
    }
    return undefined;
  };
}

/** Tests for a single packed file: true if the only member's name has this suffix, otherwise inconclusive. */
export function zipHoldsOnly(suffix: string): (head: Uint8Array) => true | undefined {
  return (head) => {
    const [only, ...others] = zipMembers(head);
    return only?.name.toLowerCase().endsWith(suffix) && others.length === 0 ? true : undefined;
  };
}

/** Tests for formats that store their media type as the first member, `mimetype`: OpenDocument, EPUB, HWPX, OpenRaster, Krita. */
export function zipMimetypeIs(...types: readonly string[]): (head: Uint8Array) => boolean | undefined {
  return (head) => {
    const [first] = zipMembers(head);
    if (first?.name !== 'mimetype' || first.method !== 0) return undefined;
    return types.some((type) => hasText(head, type, first.data) && !isTypeCharacter(head[first.data + type.length]));
  };
}

/** `application/…text` must not match `application/…text-template`. */
function isTypeCharacter(byte: number | undefined): boolean {
  return byte !== undefined && /[a-z0-9.+-]/i.test(String.fromCharCode(byte)) && byte !== 0x50;
}

/** Methods of members that iWork '09 encrypted. */
const IWORK_METHODS: ReadonlySet<number> = new Set([0x636b, 0x636c]);
/** The member by which later versions of iWork check a password. */
const IWORK_VERIFIER = '.iwpv2';

/** True if a member is marked as encrypted (APPNOTE 4.4.4, general purpose bit 0), or if the zip is an encrypted iWork document. */
export function isEncryptedZip(head: Uint8Array, tail?: Uint8Array): boolean {
  if (!hasText(head, LOCAL_HEADER, 0)) return false;
  for (const { flags, method } of zipMembers(head)) if ((flags & 1) === 1 || IWORK_METHODS.has(method)) return true;
  for (const name of zipNames(head, tail)) if (name === IWORK_VERIFIER) return true;
  return false;
}
