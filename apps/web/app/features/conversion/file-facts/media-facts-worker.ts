/** Entry of the worker that reads recordings: walking the index of a long video would block the page. */
import { readMediaFacts } from '@bakkum/media-facts/facts';
import type { FactsAnswer, FactsQuestion } from './media-facts-reader.ts';

addEventListener('message', ({ data: { id, file } }: MessageEvent<FactsQuestion>) => {
  void readMediaFacts(file).then(
    (facts) => answer({ id, facts }),
    // A file that the reader cannot parse has no facts; the conversion reports what is wrong with it.
    () => answer({ id, facts: undefined }),
  );
});

function answer(found: FactsAnswer): void {
  postMessage(found);
}
