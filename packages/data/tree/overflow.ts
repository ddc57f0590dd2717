/**
 * Whether the stack, a string or an array exceeded what the JavaScript engine supports, which deep nesting causes in recursive code.
 * Firefox reports a full stack with an error class of its own. Our own subclasses of RangeError have codes and mean something else.
 */
export const isOverflow = (thrown: unknown): boolean =>
  thrown instanceof Error && (thrown.constructor === RangeError || thrown.name === 'InternalError');
