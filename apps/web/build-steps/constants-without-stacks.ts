import type { Plugin } from 'vite';

/** Where React DOM makes the errors that it throws to itself and knows again by identity. */
const CONSTANT = /(\w+Exception = )Error\((formatProdErrorMessage\(\d+\))\)/g;
const PRODUCTION = /react-dom-client\.production\.js$/;

/**
 * React DOM makes a few errors while it starts, which it only compares. Where a developer tool listens, as Lighthouse does, V8 notes the
 * stack of each with its lines, and for that it parses all of React DOM a second time: 12–24 ms of a task of 20–30, which no visitor
 * waits for. Without a stack there is nothing to note, and what is measured is what visitors get.
 */
export function constantsWithoutStacks(): Plugin {
  return {
    name: 'constants-without-stacks',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!PRODUCTION.test(id)) return undefined;
      return { code: withoutStacks(code), map: null };
    },
  };
}

/**
 * @param code React DOM for production
 * @throws where another version of it has no such constants
 */
export function withoutStacks(code: string): string {
  const changed = code.replaceAll(CONSTANT, '$1Object.create(Error.prototype, { message: { value: $2 } })');
  if (changed === code) throw new Error('React DOM makes its constants in another way now: see constants-without-stacks.ts');
  return changed;
}
