/** Entry of the worker that reads recordings: walking the index of a long video would block the page. */
import { readMediaFacts } from '@bakkum/media-facts/facts';
import type { FactsAnswer, FactsQuestion } from './media-facts-reader.ts';

addEventListener('message', ({ data: { id, file } }: MessageEvent<FactsQuestion>) => {
  answer({ id, state: 'reading' });
  void readMediaFacts(file).then(
    (facts) => answer({ id, state: 'read', facts }),
    // A file that the reader cannot parse has no facts; the conversion reports what is wrong with it.
    () => answer({ id, state: 'read', facts: undefined }),
  );
});

function answer(found: FactsAnswer): void {
  postMessage(found);
}
