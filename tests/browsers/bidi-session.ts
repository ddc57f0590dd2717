/** Firefox driven by WebDriver BiDi directly: Playwright installs no extensions in it, and reaches none of the browser's own menus. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { programsOf } from '../../scripts/browsers.mjs';

const READY = /WebDriver BiDi listening on (ws:\/\/.*)$/;

const answer = z.looseObject({
  id: z.number().optional(),
  result: z.unknown(),
  error: z.string().optional(),
  message: z.string().optional(),
});
const context = z.object({ context: z.string() });
const tree = z.object({ contexts: z.array(z.object({ context: z.string(), url: z.string() })) });
const evaluated = z.object({
  result: z.looseObject({ value: z.unknown().optional() }).optional(),
  exceptionDetails: z.looseObject({ text: z.string() }).optional(),
});

export type BidiTab = { readonly context: string; readonly url: string };

export type BidiSession = {
  /** Installs an unpacked extension until the browser ends. */
  installExtension(folder: string): Promise<void>;
  open(url: string): Promise<string>;
  tabs(): Promise<readonly BidiTab[]>;
  /** Evaluates an expression in a page and returns its value: a string, a number or a boolean. */
  evaluate(tab: string, expression: string): Promise<unknown>;
  /** Evaluates an expression in the browser's own window, with its privileges. */
  evaluateInBrowser(expression: string): Promise<unknown>;
  /** Presses the second mouse button at a place of a page, in CSS pixels. */
  rightClick(tab: string, x: number, y: number): Promise<void>;
  close(): Promise<void>;
};

/** Starts Firefox with separate settings. */
export async function launchBidiFirefox(preferences: Readonly<Record<string, string | number | boolean>>): Promise<BidiSession> {
  const { browser } = programsOf('firefox') ?? {};
  if (browser === undefined) throw new Error('firefox is not installed');
  const profile = await mkdtemp(path.join(tmpdir(), 'bakkum-firefox-'));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
  const flags = ['--headless', '--no-remote', '--remote-debugging-port=0', '--remote-allow-system-access', '--profile', profile];
  const child = spawn(browser, flags, { stdio: ['ignore', 'ignore', 'pipe'] });
  const send = await connect(await addressOf(child));
  await send('session.new', { capabilities: {} });
  return {
    ...commandsOf(send),
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stderr) throw new TypeError('Firefox has a pipe for its messages');
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('Firefox ended')));
  const said = new Promise<string>((resolve) => {
    createInterface({ input: child.stderr as NonNullable<typeof child.stderr> }).on('line', (line) => {
      const address = READY.exec(line)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  ended.catch(() => undefined);
  return Promise.race([said, ended]);
}

type Send = (method: string, params: Readonly<Record<string, unknown>>) => Promise<unknown>;

/** Rejects a command with what the browser says is wrong with it. */
async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(`${address}/session`);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message } = answer.parse(JSON.parse(String(data)));
    const waiter = id === undefined ? undefined : waiting.get(id);
    if (error === undefined) waiter?.resolve(result);
    else waiter?.reject(new Error(`${error}: ${message ?? ''}`));
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser closed the connection'));
  });
  await once(socket, 'open');
  let last = 0;
  return (method, params) => {
    last += 1;
    const waiter = Promise.withResolvers<unknown>();
    waiting.set(last, waiter);
    socket.send(JSON.stringify({ id: last, method, params }));
    return waiter.promise;
  };
}

function commandsOf(send: Send): Omit<BidiSession, 'close'> {
  const evaluate = async (target: string, expression: string): Promise<unknown> => {
    const given = { expression, target: { context: target }, awaitPromise: true, userActivation: true };
    const { result, exceptionDetails } = evaluated.parse(await send('script.evaluate', given));
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result?.value;
  };
  const press = { type: 'pointer', id: 'mouse' } as const;
  return {
    evaluate,
    async installExtension(folder) {
      await send('webExtension.install', { extensionData: { type: 'path', path: folder } });
    },
    async open(url) {
      const tab = context.parse(await send('browsingContext.create', { type: 'tab' })).context;
      await send('browsingContext.navigate', { context: tab, url, wait: 'complete' });
      return tab;
    },
    tabs: async () => tree.parse(await send('browsingContext.getTree', {})).contexts,
    async evaluateInBrowser(expression) {
      const [window] = tree.parse(await send('browsingContext.getTree', { 'moz:scope': 'chrome' })).contexts;
      if (!window) throw new Error('the browser has no window');
      return evaluate(window.context, expression);
    },
    async rightClick(tab, x, y) {
      const actions = [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 2 },
        { type: 'pointerUp', button: 2 },
      ];
      await send('input.performActions', { context: tab, actions: [{ ...press, actions }] });
    },
  };
}
