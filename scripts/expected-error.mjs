/** A failure the user can fix: shown as its message, without a stack. */
export class ExpectedError extends Error {
  expected = true;
}
