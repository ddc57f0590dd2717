import { ConversionError } from '@bakkum/conversion/errors';
import { readStream } from './compound-file.ts';

/** [MS-PPT] 2.3.2, CurrentUserAtom: what stands behind its header and its size when the slides are encrypted. */
const ENCRYPTED_TOKEN = 0xf3d1c4df;
const TOKEN_AT = 12;

/** The program neither opens encrypted PPT files nor says that they are. */
export function assertReadableSlides(file: Uint8Array<ArrayBuffer>, password: string): void {
  const user = readStream(file, 'Current User');
  if (!user || user.length < TOKEN_AT + 4 || new DataView(user.buffer).getUint32(TOKEN_AT, true) !== ENCRYPTED_TOKEN) return;
  if (password === '') throw new ConversionError('encrypted', 'the slides are encrypted');
  throw new ConversionError('unsupported-feature', 'encrypted slides of the old format');
}
