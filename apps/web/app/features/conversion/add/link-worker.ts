/**
 * Entry of the worker that downloads a file from an address the user entered. It is the only script whose policy allows other
 * origins (docs/decisions/032-separate-worker-for-links.md): it knows nothing but the address, and gets no file.
 */
import { downloadFile } from './download-file.ts';
import type { LinkAnswer, LinkProgress, LinkQuestion } from './linked-file.ts';

addEventListener('message', ({ data: { address, mostBytes } }: MessageEvent<LinkQuestion>) => {
  void bring(new URL(address), mostBytes).then(answer);
});

async function bring(url: URL, mostBytes: number): Promise<LinkAnswer> {
  try {
    const onProgress = (progress: LinkProgress): void => answer({ type: 'progress', ...progress });
    const found = await downloadFile(url, { credentials: 'omit', mostBytes, onProgress });
    return 'file' in found ? { type: 'done', file: found.file } : { type: 'failed', reason: 'no-file' };
  } catch (refusal) {
    return { type: 'failed', reason: refusal instanceof RangeError ? 'too-large' : 'refused' };
  }
}

function answer(found: LinkAnswer): void {
  postMessage(found);
}
