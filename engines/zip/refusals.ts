import { ConversionError, type ConversionErrorCode } from '@bakkum/conversion/errors';
import {
  ERR_ENCRYPTED,
  ERR_ENCRYPTED_CENTRAL_DIRECTORY,
  ERR_INVALID_PASSWORD,
  ERR_SPLIT_ZIP_FILE,
  ERR_UNSUPPORTED_COMPRESSION,
  ERR_UNSUPPORTED_ENCRYPTION,
} from '@zip.js/zip.js';

const CODES: ReadonlyMap<string, ConversionErrorCode> = new Map([
  [ERR_ENCRYPTED, 'encrypted'],
  [ERR_INVALID_PASSWORD, 'wrong-password'],
  [ERR_ENCRYPTED_CENTRAL_DIRECTORY, 'unsupported-feature'],
  [ERR_UNSUPPORTED_ENCRYPTION, 'unsupported-feature'],
  [ERR_UNSUPPORTED_COMPRESSION, 'unsupported-feature'],
  [ERR_SPLIT_ZIP_FILE, 'unsupported-feature'],
]);

/** Converts errors of zip.js, which are identified by message; all others mean damage. */
export function toRefusal(thrown: unknown): unknown {
  if (thrown instanceof ConversionError || !(thrown instanceof Error) || thrown.name === 'AbortError') return thrown;
  return new ConversionError(CODES.get(thrown.message) ?? 'corrupt', thrown.message, { cause: thrown });
}
