import type { ConversionErrorCode } from '@bakkum/conversion/errors';

/** Error texts for users: what failed and what they can do, one or two sentences per code. */
export const errors = {
  empty:
    'The file is empty or has no content that the chosen format supports. Check that it was copied completely, or choose another format.',
  corrupt: 'The file is damaged or incomplete. Try the original, or download it again.',
  encrypted: 'The file is password-protected. Remove the password in the program that set it, then add the file again.',
  'wrong-password': 'Incorrect password. Check it and try again.',
  'copy-protected': 'The file is copy-protected (DRM). Only the program or device it was issued for can open it.',
  'parts-elsewhere': 'This file only refers to other files. Add the file that contains the model or image.',
  'size-unknown': 'The file doesn’t specify the image’s width and height. Enter both under “More options” and try again.',
  'crop-outside': 'The crop area extends beyond the image. Choose a smaller area or reset it.',
  'unsupported-feature': 'The file uses a feature we don’t support yet. Save it again with standard settings, then try again.',
  'unsupported-type': 'This file type isn’t supported yet.',
  'no-route': 'This conversion isn’t available. Choose another format.',
  'needs-capability':
    'This conversion requires more memory or browser features than this device has. Use a current browser on a computer with at least 4 GB of memory.',
  'too-large': 'The file has more pixels or pages than fit in memory. Reduce its size and try again.',
  'too-complex': 'The file contains macros, loops or effects that take too long to process. Simplify them and try again.',
  'out-of-memory': 'Your device ran out of memory. Close other tabs or convert fewer files at once, then try again.',
  'storage-full': 'There isn’t enough space on your device for the result. Free some space and try again.',
  'invalid-options': 'These options don’t work for this file. Change them and try again.',
  'engine-unavailable': 'Part of the converter couldn’t be loaded. Check your connection and try again.',
  timeout: 'The conversion took too long and was stopped. Try a smaller file or another format.',
  cancelled: 'The conversion was canceled. Your file is unchanged.',
  crashed: 'The converter stopped unexpectedly. Try again or choose another format.',
  internal: 'Something went wrong on our side. Try another format. Your file is unchanged.',
} as const satisfies Record<ConversionErrorCode, string>;
