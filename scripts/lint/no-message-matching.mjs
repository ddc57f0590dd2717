import { bare, methodOf, propertyOf, receiverOf } from './nodes.mjs';

const SEARCHES = new Set(['includes', 'match', 'matchAll', 'startsWith', 'endsWith', 'indexOf', 'search']);
const MATCHES = new Set(['test', 'exec']);
const SPELLINGS = new Set(['toLowerCase', 'toUpperCase', 'trim', 'slice']);
const COMPARISONS = new Set(['===', '!==', '==', '!=']);

/** Messages are written for people and change without notice: decide by the code, the name or the class of an error. */
export const noMessageMatching = {
  meta: { messages: { matched: 'Decide by error.code, error.name or instanceof, not by the text of a message.' } },
  create(context) {
    /** Variables that hold a message, found until the end of the file. */
    const names = new Set();
    const uses = [];
    const use = (node, text) => uses.push({ node, text: plain(text) });
    return {
      VariableDeclarator({ id, init }) {
        if (id.type === 'Identifier' && holdsMessage(init)) names.add(id.name);
      },
      ObjectPattern({ properties }) {
        for (const { key, value } of properties)
          if (key?.name === 'message' && value?.type === 'Identifier') names.add(value.name);
      },
      CallExpression(node) {
        const method = methodOf(node);
        if (SEARCHES.has(method)) use(node, receiverOf(node));
        if (MATCHES.has(method)) use(node, node.arguments[0]);
      },
      BinaryExpression(node) {
        if (!COMPARISONS.has(node.operator)) return;
        if (isText(node.right)) use(node, node.left);
        if (isText(node.left)) use(node, node.right);
      },
      SwitchStatement(node) {
        use(node, node.discriminant);
      },
      'Program:exit'() {
        for (const { node, text } of uses)
          if (propertyOf(text) === 'message' || (text?.type === 'Identifier' && names.has(text.name)))
            context.report({ node, messageId: 'matched' });
      },
    };
  },
};

/** The text itself, without `toLowerCase()` and the like. */
function plain(node) {
  const text = bare(node);
  return SPELLINGS.has(methodOf(text)) ? plain(receiverOf(text)) : text;
}

/** Whether an expression such as `error instanceof Error ? error.message : String(error)` is a message. */
function holdsMessage(node) {
  const value = plain(node);
  if (value?.type === 'ConditionalExpression') return holdsMessage(value.consequent) || holdsMessage(value.alternate);
  return propertyOf(value) === 'message';
}

const isText = ({ type, value }) => type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string');
