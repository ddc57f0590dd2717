import { expect, it } from 'vitest';
import { Overloaded } from '../../http/requests/concurrency-limiter.ts';
import { createHeldRequests, MAX_HELD_OF_ADDRESS } from '../../http/requests/held-requests.ts';
import { holdFor } from './long-poll.ts';

it('counts waiting requests by address, however many accounts it has', () => {
  const services = { held: createHeldRequests(4000), hashAddress: (address: string) => address, settings: { trustedProxies: 0 } };
  const context = { env: {}, req: undefined as never };
  const hold = (account: number) => holdFor(services, context, { countedAs: `person:${account}`, limits: { openJobs: 5 } });
  for (let account = 0; account < MAX_HELD_OF_ADDRESS; account += 1) hold(account);
  expect(() => hold(MAX_HELD_OF_ADDRESS)).toThrow(Overloaded);
});
