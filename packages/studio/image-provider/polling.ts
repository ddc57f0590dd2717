import { ProviderFault } from './fault.ts';
import { type Answer, ask } from './http.ts';

const MAX_TRANSIENT_FAILURES = 5;

/**
 * Polls an accepted job. A lost connection says nothing about the job, so the request is retried a few times.
 * @throws ProviderFault `unavailable` if it cannot be reached
 */
export async function pollJob(address: string, init: RequestInit & { readonly signal: AbortSignal }): Promise<Answer> {
  for (let left = MAX_TRANSIENT_FAILURES; ; left -= 1) {
    try {
      return await ask(address, init);
    } catch (error) {
      init.signal.throwIfAborted();
      if (!(error instanceof ProviderFault) || left === 0) throw new ProviderFault('ambiguous', 'job cannot be asked after');
      await new Promise((resolve) => setTimeout(resolve, (MAX_TRANSIENT_FAILURES - left + 1) * 100));
    }
  }
}
