import { methodOf, receiverOf } from './nodes.mjs';

/** Tests are chosen by their names and folders, so that a run can be repeated on another day. */
export const noClock = {
  meta: { messages: { clock: 'Do not read the clock where tests are chosen: the same commit must run the same tests.' } },
  create(context) {
    const report = (node) => context.report({ node, messageId: 'clock' });
    return {
      CallExpression(node) {
        if (methodOf(node) === 'now' && receiverOf(node).name === 'Date') report(node);
      },
      NewExpression(node) {
        if (node.callee.name === 'Date' && node.arguments.length === 0) report(node);
      },
    };
  },
};
