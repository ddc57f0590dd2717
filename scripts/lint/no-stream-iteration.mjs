import { bare, methodOf, propertyOf, receiverOf } from './nodes.mjs';

const STREAM_METHODS = new Set(['stream', 'pipeThrough']);
const STREAM_PROPERTIES = new Set(['body', 'readable']);

/**
 * Safari cannot iterate over a ReadableStream, in a loop, with `yield*` or with `Array.fromAsync`; `chunksOf` of
 * `@bakkum/bytes/streams` can, and cancels it when the loop ends early.
 */
export const noStreamIteration = {
  meta: {
    messages: { iterated: 'Iterate over chunksOf(stream) of @bakkum/bytes/streams: Safari cannot iterate over a stream.' },
  },
  create(context) {
    const names = new Set();
    const iterated = [];
    const note = ({ name, typeAnnotation }) => {
      if (name !== undefined && isStreamType(typeAnnotation?.typeAnnotation)) names.add(name);
    };
    const notes = ({ params }) => params.forEach((param) => note(param.type === 'AssignmentPattern' ? param.left : param));
    return {
      VariableDeclarator({ id, init }) {
        if (id.type !== 'Identifier') return;
        note(id);
        if (branches(init).some((value) => isStream(value))) names.add(id.name);
      },
      FunctionDeclaration: notes,
      FunctionExpression: notes,
      ArrowFunctionExpression: notes,
      ForOfStatement(node) {
        if (node.await) iterated.push(node.right);
      },
      YieldExpression(node) {
        if (node.delegate) iterated.push(node.argument);
      },
      CallExpression(node) {
        if (methodOf(node) === 'fromAsync' && receiverOf(node)?.name === 'Array') iterated.push(node.arguments[0]);
      },
      'Program:exit'() {
        for (const node of iterated) {
          const isBanned = branches(node).some(
            (value) => isStream(value) || (value?.type === 'Identifier' && names.has(value.name)),
          );
          if (isBanned) context.report({ node, messageId: 'iterated' });
        }
      },
    };
  },
};

/** Values that a conditional expression can have. */
function branches(node) {
  const value = bare(node);
  return value?.type === 'ConditionalExpression' ? [...branches(value.consequent), ...branches(value.alternate)] : [value];
}

const isStream = (node) => STREAM_METHODS.has(methodOf(node)) || STREAM_PROPERTIES.has(propertyOf(node));

const isStreamType = (type) =>
  type?.type === 'TSUnionType'
    ? type.types.some((one) => isStreamType(one))
    : type?.type === 'TSTypeReference' && type.typeName.name === 'ReadableStream';
