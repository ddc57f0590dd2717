/**
 * Recognizes errors of the JavaScript engine that have no code or class of their own. This is the only place that reads the text
 * of a message: a stack overflow, a failed allocation and a read outside a buffer are all a `RangeError`.
 */

/* oxlint-disable bakkum/no-message-matching -- these errors differ in nothing else */

/** Whether a function called itself too often: nesting in a file is too deep. */
export function isStackOverflow(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Firefox throws its own InternalError.
  return error.name === 'InternalError' || (error instanceof RangeError && /call stack/i.test(error.message));
}

/** Whether memory could not be allocated, by JavaScript or by a WebAssembly program, or a text, list or map has its maximum size. */
export function isOutOfMemory(error: unknown): boolean {
  if (error instanceof RangeError)
    return /allocation|array (?:buffer|length)|string length|maximum size|memory/i.test(error.message);
  if (!(error instanceof Error)) return false;
  // Node has an error of its own for a text that is too long. Emscripten aborts with a trap.
  return ('code' in error && error.code === 'ERR_STRING_TOO_LONG') || /out of memory|\bOOM\b|enlarge memory/i.test(error.message);
}
