/**
 * When its database fails, better-auth throws an error that hides the cause, or continues as if there were no data: as if nobody
 * were signed in, or as if sign-out had worked. This module reports the database error to the caller instead.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { surrounded } from './surround.ts';

const calls = new AsyncLocalStorage<{ failed?: { readonly failure: unknown } }>();

/** Wraps the adapter better-auth reads and writes through; remembers the first failure of each call. */
export function recordDatabaseFailures<Adapter extends object>(adapter: Adapter): Adapter {
  return surrounded(adapter, (work, name) => async (...given) => {
    try {
      return await work(...(name === 'transaction' ? given.map(inTransaction) : given));
    } catch (failure) {
      const call = calls.getStore();
      if (call) call.failed ??= { failure };
      throw failure;
    }
  });
}

/** Passes the wrapped adapter into transactions. */
function inTransaction(work: unknown): unknown {
  if (typeof work !== 'function') return work;
  return (within: object): unknown => Reflect.apply(work, undefined, [recordDatabaseFailures(within)]);
}

/** Wraps better-auth's functions so that they reject with the database error, whatever better-auth made of it. */
export function rejectWithDatabaseFailures<Api extends object>(api: Api): Api {
  return surrounded(api, (work) => (...given) => {
    const call: { failed?: { readonly failure: unknown } } = {};
    return calls.run(call, async () => {
      const [outcome] = await Promise.allSettled([work(...given)]);
      if (call.failed) throw call.failed.failure;
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
  });
}
