import { type Bytes, uint32LE, utf16le, viewOf } from '@bakkum/bytes/bytes';
import { ConversionError } from '@bakkum/conversion/errors';
import { digest } from './block-cipher.ts';
import { overwriteStream, readStream, renameStream } from './compound-file.ts';
import { openPictures } from './slides-pictures.ts';
import { rc4 } from './stream-cipher.ts';

/**
 * Password-protected PowerPoint 97–2003 ([MS-PPT] 2.3.7, [MS-OFFCRYPTO] 2.3.5): RC4 with a separate key for each object of the
 * slides.
 */

/** PowerPoint's password for files with only a password to modify. */
const DEFAULT_PASSWORD = '/01Hannes Ruescher/01';

/** The key for a block number: that of the object, or 0. */
type KeyOf = (block: number) => Promise<Bytes>;

const USER = 'Current User';
const SLIDES = 'PowerPoint Document';
const PICTURES = 'Pictures';
/** LibreOffice refuses slides with a stream of this name, whatever its content. Nothing is read from it. */
const SUMMARY = 'EncryptedSummary';
const NO_SUMMARY = 'DisregardSummary';

/** [MS-PPT] 2.3.2, CurrentUserAtom: offsets after the header and size, including the offset of the last edit. */
const TOKEN_AT = 12;
const EDIT_AT = 16;
const ENCRYPTED_TOKEN = 0xf3d1c4df;
const PLAIN_TOKEN = 0xe391c05f;

/**
 * Decrypts a file in place; returns it unchanged if it is not encrypted. LibreOffice has the cipher, but not for slides. Errors:
 * `encrypted`, `wrong-password`, `unsupported-feature` (another cipher), `corrupt`.
 */
export async function openSlides(file: Bytes, password: string, signal: AbortSignal): Promise<Bytes> {
  const user = readStream(file, USER);
  if (!user || user.length < EDIT_AT + 4) return file;
  const userView = new DataView(user.buffer);
  if (userView.getUint32(TOKEN_AT, true) !== ENCRYPTED_TOKEN) return file;
  const slides = readStream(file, SLIDES);
  if (!slides) throw new ConversionError('corrupt', 'no stream of slides');
  const keyOf = await reading(() => openObjects(slides, userView.getUint32(EDIT_AT, true), password, signal));
  const opened = file.slice();
  userView.setUint32(TOKEN_AT, PLAIN_TOKEN, true);
  overwriteStream(opened, USER, user);
  overwriteStream(opened, SLIDES, slides);
  renameStream(opened, SUMMARY, NO_SUMMARY);
  const pictures = readStream(file, PICTURES);
  if (pictures) overwriteStream(opened, PICTURES, await openPictures(pictures, await keyOf(0), signal));
  return opened;
}

async function reading<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new ConversionError('corrupt', 'the slides point outside of themselves', { cause });
  }
}

/** [MS-PPT] 2.3.3, UserEditAtom: offsets after its 8-byte header. The last word exists only in encrypted files. */
const EDIT = { type: 0x0ff5, before: 8, directory: 12, seal: 28, plainBytes: 28, sealedBytes: 32 } as const;

/** Decrypts every object in place, except the one with the encryption parameters, and removes the reference to it. */
async function openObjects(slides: Bytes, editAt: number, password: string, signal: AbortSignal): Promise<KeyOf> {
  const view = new DataView(slides.buffer);
  if (view.getUint16(editAt + 2, true) !== EDIT.type || view.getUint32(editAt + 4, true) < EDIT.sealedBytes)
    throw new ConversionError('corrupt', 'no edit that tells of a seal');
  const seal = view.getUint32(editAt + 8 + EDIT.seal, true);
  const objects = objectsOf(view, editAt);
  const sealAt = objects.get(seal);
  if (sealAt === undefined) throw new ConversionError('corrupt', 'nothing tells how it is sealed');
  const keyOf = await keysKnown(slides.subarray(sealAt + 8, sealAt + 8 + view.getUint32(sealAt + 4, true)), password);
  for (const [id, at] of objects) {
    signal.throwIfAborted();
    if (id === seal) continue;
    const key = await keyOf(id);
    const header = rc4(key, slides.subarray(at, at + 8));
    const end = at + 8 + new DataView(header.buffer).getUint32(4, true);
    if (end > slides.length) throw new ConversionError('corrupt', `object ${id} leaves the file`);
    slides.set(rc4(key, slides.subarray(at, end)), at);
  }
  view.setUint32(editAt + 4, EDIT.plainBytes, true);
  return keyOf;
}

/** More edits than anyone saves; the chain must be cyclic. */
const MAX_EDITS = 10_000;
/** One word with the number of objects and the number of the first. */
const FIRST_BITS = 20;

/** Offset of each object by number; for an object saved twice, the newer one. */
function objectsOf(view: DataView, lastEdit: number): ReadonlyMap<number, number> {
  const objects = new Map<number, number>();
  for (let edit = lastEdit, turn = 0; edit !== 0 && turn < MAX_EDITS; turn += 1) {
    const directory = view.getUint32(edit + 8 + EDIT.directory, true);
    const end = directory + 8 + view.getUint32(directory + 4, true);
    for (let at = directory + 8; at + 4 <= end; ) {
      const word = view.getUint32(at, true);
      const first = word & ((1 << FIRST_BITS) - 1);
      const count = word >>> FIRST_BITS;
      for (let index = 0; index < count; index += 1)
        if (!objects.has(first + index)) objects.set(first + index, view.getUint32(at + 4 + index * 4, true));
      at += 4 + count * 4;
    }
    edit = view.getUint32(edit + 8 + EDIT.before, true);
  }
  return objects;
}

/** Without a password, tries the default password. */
async function keysKnown(info: Bytes, password: string): Promise<KeyOf> {
  if (password !== '') return keysOf(info, password);
  return keysOf(info, DEFAULT_PASSWORD).catch((failure: unknown) => {
    if (!(failure instanceof ConversionError && failure.code === 'wrong-password')) throw failure;
    throw new ConversionError('encrypted', 'the slides ask for a password');
  });
}

/** [MS-OFFCRYPTO] 2.3.2, EncryptionHeader: offsets after versions and flags. */
const HEADER = { bytes: 8, algorithm: 20, keyBits: 28 } as const;
const RC4_IDS: ReadonlySet<number> = new Set([0, 0x6801]);
const SALT_BYTES = 16;
const HASH_BYTES = 20;
const SHORT_KEY_BITS = 40;

/** [MS-OFFCRYPTO] 2.3.5.1 to 2.3.5.6: derives keys from SHA-1 and checks the password. */
async function keysOf(info: Bytes, password: string): Promise<KeyOf> {
  const view = viewOf(info);
  if (view.getUint16(2, true) !== 2 || !RC4_IDS.has(view.getUint32(HEADER.algorithm, true)))
    throw new ConversionError('unsupported-feature', 'slides sealed by another cipher than RC4');
  const keyBits = view.getUint32(HEADER.keyBits, true) || SHORT_KEY_BITS;
  const saltAt = HEADER.bytes + 4 + view.getUint32(HEADER.bytes, true) + 4;
  const salt = info.slice(saltAt, saltAt + SALT_BYTES);
  const start = await digest('SHA-1', salt, utf16le(password));
  const keyOf = async (block: number): Promise<Bytes> => {
    const hash = await digest('SHA-1', start, uint32LE(block));
    if (keyBits !== SHORT_KEY_BITS) return hash.slice(0, keyBits / 8);
    const key = new Uint8Array(16);
    key.set(hash.subarray(0, SHORT_KEY_BITS / 8));
    return key;
  };
  const checkAt = saltAt + SALT_BYTES;
  const sealed = new Uint8Array(SALT_BYTES + HASH_BYTES);
  sealed.set(info.subarray(checkAt, checkAt + SALT_BYTES));
  sealed.set(info.subarray(checkAt + SALT_BYTES + 4, checkAt + SALT_BYTES + 4 + HASH_BYTES), SALT_BYTES);
  const opened = rc4(await keyOf(0), sealed);
  const hash = await digest('SHA-1', opened.subarray(0, SALT_BYTES));
  if (!hash.every((byte, index) => opened[SALT_BYTES + index] === byte))
    throw new ConversionError('wrong-password', 'the check differs');
  return keyOf;
}
