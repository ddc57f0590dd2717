/** Entry of the worker that reads recordings: walking through the index of a long film would hold up the page. */
import { readMediaFacts } from '@bakkum/media-facts/facts';
import type { FactsAnswer, FactsQuestion } from './media-facts-reader.ts';

addEventListener('message', ({ data: { id, file } }: MessageEvent<FactsQuestion>) => {
  void readMediaFacts(file).then(
    (facts) => answer({ id, facts }),
    // A file that makes the reader stumble has no facts; the conversion itself will say what is wrong with it.
    () => answer({ id, facts: undefined }),
  );
});

function answer(found: FactsAnswer): void {
  postMessage(found);
}
