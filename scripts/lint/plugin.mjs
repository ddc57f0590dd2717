/** Rules of this repository for oxlint (.oxlintrc.json), each against a mistake that no published rule finds. */
import { noClock } from './no-clock.mjs';
import { noMessageMatching } from './no-message-matching.mjs';
import { noStreamIteration } from './no-stream-iteration.mjs';

export default {
  meta: { name: 'bakkum' },
  rules: {
    'no-clock': noClock,
    'no-message-matching': noMessageMatching,
    'no-stream-iteration': noStreamIteration,
  },
};
