import type { ConversionErrorCode } from '@bakkum/conversion/errors';

/** Error texts for users: what failed and what they can do, one or two sentences per code. */
export const errors = {
  empty:
    'The file is empty, or has nothing the chosen format can hold. Check that it was copied completely, or choose another format.',
  corrupt: 'The file is damaged or cut off and cannot be read. Try the original, or download it again.',
  encrypted: 'The file is protected by a password. Remove the password in the program that set it, then add it again.',
  'wrong-password': 'The password is not right. Check it and try again.',
  'copy-protected': 'The file is protected against copying (DRM). Only the program or device it was made for can open it.',
  'parts-elsewhere': 'This file only points to other files that hold the content. Add the file with the model or picture itself.',
  'size-unknown': 'The file holds pixels but not its width and height. Enter them under the options and try again.',
  'unsupported-feature': 'The file uses something we cannot read yet. Save it in a more common form of its format and try again.',
  'unsupported-type': 'We cannot convert this kind of file yet.',
  'no-route': 'There is no way from this format to that one. Choose another format.',
  'needs-capability':
    'This needs a large part of the converter that cannot run on this device or in this browser. Open this page in a current browser on a computer with 4 GB of memory or more.',
  'too-large': 'The file has more pixels or pages than fit in memory. Make it smaller and try again.',
  'too-complex': 'The file has macros, loops or effects that never end or take too much work. Simplify them and try again.',
  'out-of-memory': 'Your device ran out of memory. Close other tabs, or convert fewer files at once, and try again.',
  'storage-full': 'There is not enough free space on your device for the result. Free some space and try again.',
  'invalid-options': 'These options do not work together for this file. Change them and try again.',
  'engine-unavailable': 'A part of the converter could not be loaded. Check your connection and try again.',
  timeout: 'This took too long and was stopped. Try a smaller file or another format.',
  cancelled: 'The conversion was cancelled. Your file is unchanged.',
  crashed: 'The converter stopped unexpectedly while working on this file. Try again, or choose another format.',
  internal: 'Something went wrong on our side. Try another format; your file is unchanged.',
} as const satisfies Record<ConversionErrorCode, string>;
