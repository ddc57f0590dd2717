import { ProviderFault } from './fault.ts';
import { type Answer, ask } from './http.ts';

const HICCUPS = 5;

/**
 * Polls an accepted job. A lost connection says nothing about the job, so the request is retried a few times.
 * @throws ProviderFault `unavailable` if it cannot be reached
 */
export async function askAfter(address: string, init: RequestInit & { readonly signal: AbortSignal }): Promise<Answer> {
  for (let left = HICCUPS; ; left -= 1) {
    try {
      return await ask(address, init);
    } catch (error) {
      init.signal.throwIfAborted();
      if (!(error instanceof ProviderFault) || left === 0) throw new ProviderFault('ambiguous', 'job cannot be asked after');
      await new Promise((resolve) => setTimeout(resolve, (HICCUPS - left + 1) * 100));
    }
  }
}
