/** Removes what does not change the value of an expression: optional chains, type assertions, `?? fallback`. */
export function bare(node) {
  switch (node?.type) {
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
      return bare(node.expression);
    case 'LogicalExpression':
      return bare(node.left);
    default:
      return node;
  }
}

/** Name of the property of a member expression; undefined for computed ones. */
export function propertyOf(node) {
  if (node?.type !== 'MemberExpression') return undefined;
  if (!node.computed) return node.property.name;
  return node.property.type === 'Literal' ? node.property.value : undefined;
}

/** Name of the called method; undefined for other expressions. */
export function methodOf(node) {
  return node?.type === 'CallExpression' ? propertyOf(bare(node.callee)) : undefined;
}

/** Object whose method is called. */
export const receiverOf = (call) => bare(bare(call.callee).object);
