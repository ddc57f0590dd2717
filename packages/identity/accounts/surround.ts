export type Work = (...given: readonly unknown[]) => unknown;

/** Wraps an object so that `around` calls each of its functions. */
export function surrounded<Target extends object>(target: Target, around: (work: Work, name: string | symbol) => Work): Target {
  return new Proxy(target, {
    get(of, name) {
      const member: unknown = Reflect.get(of, name);
      if (typeof member !== 'function') return member;
      return around((...given) => Reflect.apply(member, of, given), name);
    },
  });
}
