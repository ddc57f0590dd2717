import { CONVERSION_ERROR_CODES, type ConversionErrorCode } from '@bakkum/conversion/errors';
import { z } from 'zod';

/** Error codes of the tools, in addition to those of conversions. */
const TOOL_ERROR_CODES = [
  'outside-allowed-folders',
  'not-found',
  'not-a-file',
  'invalid-path',
  'output-exists',
  'output-is-input',
  'unknown-format',
  'target-missing',
  'too-many-files',
  'not-written',
  'busy',
] as const;

type OwnCode = (typeof TOOL_ERROR_CODES)[number];
export type ToolErrorCode = ConversionErrorCode | OwnCode;

/** Structured content of a failed tool call. */
export const toolErrorSchema = z.object({
  code: z.enum([...CONVERSION_ERROR_CODES, ...TOOL_ERROR_CODES]),
  message: z.string().describe('What went wrong'),
  nextStep: z.string().describe('What to do about it'),
  detail: z.string().optional().describe('Technical detail, such as the path or the option'),
});

/** A tool call that fails for a reason its caller can act on. */
export class ToolError extends Error {
  readonly code: ToolErrorCode;
  readonly detail: string | undefined;

  constructor(code: ToolErrorCode, detail?: string) {
    super(code);
    this.code = code;
    this.detail = detail;
  }
}

/** Returns the error as the result of a tool. */
export function errorResult({ code, detail }: ToolError) {
  const { message, next } = TEXTS[code];
  return {
    isError: true,
    content: [{ type: 'text' as const, text: `${message} ${next}${detail ? `\n${code}: ${detail}` : ''}` }],
    structuredContent: { error: { code, message, nextStep: next, ...(detail !== undefined && { detail }) } },
  };
}

const CHOOSE_FORMAT = 'Call list_formats with the source format to see what it converts to.';
const TELL_USER = 'Tell the user. Trying again will give the same result.';

/** Error messages and next steps for the program that called the tool. */
const TEXTS: Readonly<Record<ToolErrorCode, { readonly message: string; readonly next: string }>> = {
  'outside-allowed-folders': {
    message: 'The path is outside the folders this server may use.',
    next: 'Use a path inside an allowed folder, or ask the user to restart the server with --allow for a different folder.',
  },
  'not-found': { message: 'The file or folder does not exist.', next: 'Check the path. Folders are not created automatically.' },
  'not-a-file': { message: 'The path is not a regular file.', next: 'Give the path of a file.' },
  'invalid-path': { message: 'The path is not valid.', next: 'Use a path of at most 4,096 characters or a file: URL.' },
  'output-exists': {
    message: 'The output file already exists.',
    next: 'Choose a different output, or set overwrite to true if the user wants to replace it.',
  },
  'output-is-input': { message: 'The output would replace the input.', next: 'Choose a different output.' },
  'unknown-format': { message: 'There is no format with this name.', next: 'Call list_formats to see all formats.' },
  'target-missing': {
    message: 'The target format is not clear.',
    next: 'Set "to" to a format, or give "output" an extension that names one.',
  },
  'too-many-files': { message: 'The operation takes fewer files.', next: 'Name exactly two files to compare.' },
  'not-written': {
    message: 'The result could not be written.',
    next: 'Check the permissions of the folder, or choose another output.',
  },
  busy: { message: 'Too many conversions are waiting.', next: 'Wait for some to finish, then try again.' },
  empty: { message: 'The file is empty or contains nothing that can be converted.', next: TELL_USER },
  corrupt: { message: 'The file is damaged or incomplete.', next: 'Ask the user for the original file.' },
  encrypted: {
    message: 'The file is password-protected.',
    next: 'If list_formats shows a password option for this conversion, ask the user for the password. Otherwise, the password has to be removed first.',
  },
  'wrong-password': { message: 'The password is incorrect.', next: 'Ask the user for the password.' },
  'copy-protected': { message: 'The file is copy-protected (DRM).', next: TELL_USER },
  'parts-elsewhere': { message: 'The file only points to other files.', next: 'Convert the file that contains the data.' },
  'size-unknown': {
    message: 'The file does not specify the width and height of its image.',
    next: 'Set the options for width and height.',
  },
  'crop-outside': { message: 'The crop area extends beyond the image.', next: 'Use a smaller area.' },
  'no-coordinates': {
    message: 'The table has no coordinates.',
    next: 'Put them in columns named latitude and longitude, or convert to another format.',
  },
  'no-bookmarks': { message: 'The PDF has no bookmarks to split at.', next: 'Split it every few pages or by a list of pages.' },
  'unsupported-feature': {
    message: 'The file uses a feature that is not supported.',
    next: 'Ask the user to save it in a more common variant of its format.',
  },
  'unsupported-type': { message: 'The file type is not supported.', next: TELL_USER },
  'no-route': { message: 'There is no conversion between these formats.', next: CHOOSE_FORMAT },
  'needs-capability': { message: 'The conversion needs more memory or features than this machine has.', next: CHOOSE_FORMAT },
  'too-large': {
    message: 'The file has too many pixels or pages to fit in memory.',
    next: 'Convert part of it, such as a page range.',
  },
  'too-complex': { message: 'The file contains macros, loops or effects that take too long.', next: TELL_USER },
  'out-of-memory': { message: 'The machine ran out of memory.', next: 'Convert fewer files at the same time.' },
  'storage-full': { message: 'The disk is full.', next: 'Ask the user to free up some space.' },
  'invalid-options': {
    message: 'These options do not work for this conversion.',
    next: 'Call list_formats with "from" and "to" to see the options and their values.',
  },
  'engine-unavailable': {
    message: 'Part of the converter could not be loaded.',
    next: 'Check the network: the first conversion of a type downloads its engine.',
  },
  timeout: {
    message: 'The conversion made no progress for several minutes and was stopped.',
    next: 'Try a smaller file or another format.',
  },
  cancelled: { message: 'The conversion was canceled. The file is unchanged.', next: 'Nothing needs to be done.' },
  crashed: { message: 'The converter stopped unexpectedly.', next: 'Try again once, or use another format.' },
  internal: { message: 'Something went wrong while converting this file.', next: 'Try another format.' },
};
