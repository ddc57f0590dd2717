import { expect, test } from 'vitest';
import { ModuleExchange, type ModuleReply, type ModuleRequest } from './module-exchange.ts';
import { shareModules } from './shared-modules.ts';

/** The smallest module: a magic number and a version. */
const EMPTY = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));

/** Creates workers connected by an exchange, whose messages arrive asynchronously as between threads. */
function workers(count: number) {
  const exchange = new ModuleExchange();
  const made: string[] = [];
  const later = (deliver: () => void): void => void setTimeout(deliver);
  const start = (name: string) => {
    const reply = (message: ModuleReply): void => later(() => modules.receive(message));
    const participant = exchange.join(reply);
    const post = (request: ModuleRequest): void => later(() => participant.receive(request));
    const modules = shareModules(post);
    const make = async (key: string): Promise<WebAssembly.Module> => {
      made.push(`${name} ${key}`);
      await new Promise((resolve) => setTimeout(resolve));
      return EMPTY;
    };
    return { get: (key: string) => modules.get(key, () => make(key)), modules, participant };
  };
  return { exchange, made, all: Array.from({ length: count }, (_, index) => start(String(index))) };
}

test('one worker compiles a module and shares it with all', async () => {
  const { all, made, exchange } = workers(4);
  const modules = await Promise.all(all.flatMap(({ get }) => [get('a'), get('a')]));
  expect(new Set(modules)).toEqual(new Set([EMPTY]));
  expect(made).toEqual(['0 a']);
  expect(exchange.size).toBe(1);
});

test('different modules are compiled by different workers', async () => {
  const { all, made } = workers(2);
  await Promise.all([all[0]?.get('a'), all[1]?.get('b')]);
  expect(made.toSorted()).toEqual(['0 a', '1 b']);
});

test('the next worker compiles a module when the first one ends', async () => {
  const { all, made } = workers(3);
  const [first, second, third] = all;
  void first?.modules.get('a', () => new Promise(() => undefined));
  const others = Promise.all([second?.get('a'), third?.get('a')]);
  await new Promise((resolve) => setTimeout(resolve, 5));
  first?.participant.leave();
  expect(await others).toEqual([EMPTY, EMPTY]);
  expect(made).toEqual(['1 a']);
});

test('a failure affects only one worker: others compile the module themselves, and the first may try again', async () => {
  const { all, made } = workers(2);
  const [first, second] = all;
  const failing = first?.modules.get('a', () => Promise.reject(new Error('offline')));
  const other = second?.get('a');
  await expect(failing).rejects.toThrow('offline');
  expect(await other).toBe(EMPTY);
  expect(await first?.get('a')).toBe(EMPTY);
  expect(made).toEqual(['1 a']);
});

test('each worker compiles a module that cannot be sent or read', async () => {
  const { all, made } = workers(1);
  const [only] = all;
  const sent: string[] = [];
  const closed = shareModules((request) => {
    sent.push(request.type);
    if (request.type === 'module-made') throw new DOMException('stays here', 'DataCloneError');
    closed.receive({ type: 'module', key: 'a' });
  });
  expect(await closed.get('a', async () => EMPTY)).toBe(EMPTY);
  expect(sent).toEqual(['module-wanted', 'module-made', 'module-failed']);
  const lost = shareModules(() => undefined);
  const module = lost.get('a', async () => EMPTY);
  lost.giveUp();
  expect(await module).toBe(EMPTY);
  expect(await only?.get('a')).toBe(EMPTY);
  expect(made).toEqual(['0 a']);
});

test('a module is released when the last worker that has it ends', async () => {
  const { all, exchange, made } = workers(3);
  const [first, second, third] = all;
  await Promise.all([first?.get('a'), second?.get('a')]);
  first?.participant.leave();
  expect(exchange.size).toBe(1);
  second?.participant.leave();
  expect(exchange.size).toBe(0);
  expect(await third?.get('a')).toBe(EMPTY);
  expect(made).toEqual(['0 a', '2 a']);
});
