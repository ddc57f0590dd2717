import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { expect, test } from 'vitest';
import { withoutStacks } from './constants-without-stacks.ts';

const require = createRequire(import.meta.url);

/** @returns how many errors React DOM makes while it starts */
function errorsMadeBy(code: string): number {
  let made = 0;
  const Counted = new Proxy(Error, {
    apply: (target, self, args: [string]) => {
      made += 1;
      return Reflect.apply(target, self, args);
    },
  });
  compileFunction(code, ['require', 'exports', 'Error'])(require, {}, Counted);
  return made;
}

test('no error is made while React DOM starts', () => {
  const folder = path.dirname(require.resolve('react-dom'));
  const code = readFileSync(path.join(folder, 'cjs/react-dom-client.production.js'), 'utf8');
  expect(errorsMadeBy(code)).toBeGreaterThan(0);
  expect(errorsMadeBy(withoutStacks(code))).toBe(0);
});

test('what stands for one of them is known as an error and says the same', () => {
  const source =
    'var formatProdErrorMessage = (code) => "Minified " + code; var SomeException = Error(formatProdErrorMessage(460));';
  const made: unknown = compileFunction(`${withoutStacks(source)} return SomeException`)();
  expect(made).toBeInstanceOf(Error);
  expect(made).toMatchObject({ message: 'Minified 460' });
});

test('another way of making them ends the build', () => {
  expect(() => withoutStacks('const none = 1;')).toThrow('another way');
});
