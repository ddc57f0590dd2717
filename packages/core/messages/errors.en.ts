import type { ConversionErrorCode } from '@bakkum/conversion/errors';

/** Error texts for users: what failed and what they can do, one or two sentences per code. */
export const errors = {
  empty:
    'The file is empty, or the chosen format doesn’t support its content. Check that the file was copied completely, or choose another format.',
  corrupt: 'The file is damaged or incomplete. Try the original, or download the file again.',
  encrypted:
    'The file is password-protected. Remove the password in the program you normally open it with, then add the file again.',
  'wrong-password': 'Incorrect password. Check it and try again.',
  'copy-protected': 'The file is copy-protected (DRM). You can open it only with the program or device it was licensed for.',
  'parts-elsewhere': 'This file only points to other files. Add the file that contains the actual model or image.',
  'size-unknown': 'The file doesn’t specify the image’s width and height. Enter both under “More options” and try again.',
  'crop-outside': 'The crop area extends beyond the image. Choose a smaller area or reset it.',
  'no-bookmarks': 'The PDF has no bookmarks to split at. Choose another way to split it.',
  'no-coordinates': 'The table has no coordinates. Put them in columns named “latitude” and “longitude”, then try again.',
  'unsupported-feature': 'The file uses a feature we don’t support yet. Save a copy with standard settings and try that instead.',
  'unsupported-type': 'This file type isn’t supported yet.',
  'no-route': 'This conversion isn’t available. Choose another format.',
  'needs-capability':
    'This device or browser can’t run this conversion. Use an up-to-date browser on a computer with at least 4 GB of memory.',
  'too-large': 'The file has too many pixels, pages or files to fit in memory. Make it smaller or split it, then try again.',
  'too-complex': 'The file contains macros, loops or effects that take too long to process. Simplify them and try again.',
  'out-of-memory': 'Your device ran out of memory. Close other tabs or convert fewer files at once, then try again.',
  'storage-full': 'There isn’t enough space on your device for the result. Free up some space and try again.',
  'invalid-options': 'These options don’t work for this file. Change them and try again.',
  'engine-unavailable': 'Part of the converter couldn’t be loaded. Check your connection and try again.',
  timeout: 'The conversion took too long and was stopped. Try a smaller file or another format.',
  cancelled: 'The conversion was canceled. Your file is unchanged.',
  crashed: 'The converter stopped unexpectedly. Try again or choose another format.',
  internal: 'Something went wrong on our side. Try another format. Your file is unchanged.',
} as const satisfies Record<ConversionErrorCode, string>;
