/**
 * Where its database fails, better-auth answers with a failure of its own that does not say why, or goes on as if there were nothing:
 * as if nobody was signed in, as if somebody was signed out. Whoever called it is told what failed instead.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const calls = new AsyncLocalStorage<{ failed?: { readonly failure: unknown } }>();

type Work = (...given: readonly unknown[]) => unknown;

/** The same object, each of whose functions is called by `around`. */
function surrounded<Target extends object>(target: Target, around: (work: Work, name: string | symbol) => Work): Target {
  return new Proxy(target, {
    get(of, name) {
      const member: unknown = Reflect.get(of, name);
      if (typeof member !== 'function') return member;
      return around((...given) => Reflect.apply(member, of, given), name);
    },
  });
}

/** What better-auth reads and writes through: the first failure during a call is remembered. */
export function rememberingFailures<Adapter extends object>(adapter: Adapter): Adapter {
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

/** What works in a transaction is given what it reads and writes through. */
function inTransaction(work: unknown): unknown {
  if (typeof work !== 'function') return work;
  return (within: object): unknown => Reflect.apply(work, undefined, [rememberingFailures(within)]);
}

/** The functions of better-auth: they reject with what its database failed with, whatever they made of it. */
export function tellingFailures<Api extends object>(api: Api): Api {
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
