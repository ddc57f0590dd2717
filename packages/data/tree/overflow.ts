/**
 * Whether the stack, a string or an array exceeded what the JavaScript engine supports, which deep nesting causes in recursive code.
 * Firefox reports a full stack with an error class of its own.
 */
export const isOverflow = (thrown: unknown): boolean =>
  thrown instanceof RangeError || (thrown instanceof Error && thrown.name === 'InternalError');
