/** A failure the person at the terminal can act on: shown as its message, without a stack. */
export class ExpectedError extends Error {
  expected = true;
}
