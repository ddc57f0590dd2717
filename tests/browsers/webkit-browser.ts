import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { programsOf } from '../../scripts/browsers.mjs';
import { freePort } from '../built-site.ts';
import type { BrowserTab, LaunchedBrowser } from './browser-tab.ts';
import { openSession, type WebDriverSession } from './webdriver-session.ts';

/**
 * Settings of the small browser that WebKitGTK brings. Safari has the storage; WebCodecs are taken away, as they work differently in
 * Debian 12: to ask what video can be encoded ends the process of media, AAC and Vorbis are accepted and never decoded, and Opus ends the
 * page. Safari before 26 has none for audio either.
 */
const FEATURES = '--features=+StorageAPI,+StorageAPIEstimate,+FileSystem,-WebCodecsVideo,-WebCodecsAudio';
const ENVIRONMENT = { JSC_useSharedArrayBuffer: '1', WEBKIT_DISABLE_COMPOSITING_MODE: '1', LIBGL_ALWAYS_SOFTWARE: '1' };
const DRIVER_READY_MS = 30_000;
const LATE_MS = 5_000;
const ENTER = '\uE007';

/** Starts WebKitGTK on a separate display. Each tab is a browser with its own driver, since a driver serves one session. */
export async function launchWebKit(): Promise<LaunchedBrowser> {
  const programs = programsOf('webkit');
  if (!programs) throw new Error('webkit is not installed');
  const { browser = '', driver = '', display = '' } = programs;
  const screen = await startDisplay(display);
  const tabs = new Set<BrowserTab>();
  return {
    name: 'webkit',
    async openTab() {
      const port = await freePort();
      const child = start(driver, [`--port=${port}`], {
        env: { ...process.env, ...ENVIRONMENT, DISPLAY: screen.name },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const tab = await openTab(child, `http://127.0.0.1:${port}`, browser);
      tabs.add(tab);
      return tab;
    },
    async close() {
      await Promise.all([...tabs].map((tab) => tab.close()));
      await end(screen.process);
    },
  };
}

/** Returns name and version: `WebKitGTK 2.50.1`. The browser needs a display to say it. */
export async function webKitVersion(): Promise<string> {
  const { browser = '', display = '' } = programsOf('webkit') ?? {};
  const screen = await startDisplay(display);
  try {
    const { stdout } = await promisify(execFile)(browser, ['--version'], { env: { ...process.env, DISPLAY: screen.name } });
    return stdout.trim();
  } finally {
    await end(screen.process);
  }
}

/** The display chooses a free number and says which. */
async function startDisplay(command: string): Promise<{ readonly name: string; readonly process: ChildProcess }> {
  const child = start(command, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [, , , answers] = child.stdio;
  if (!answers || !('readable' in answers)) throw new TypeError('the display has a pipe');
  for await (const line of createInterface({ input: answers })) return { name: `:${line}`, process: child };
  throw new Error('the display did not start');
}

async function openTab(child: ChildProcess, server: string, browser: string): Promise<BrowserTab> {
  await untilListening(server);
  const session = await openSession(server, {
    'webkitgtk:browserOptions': { binary: browser, args: ['--automation', FEATURES] },
  });
  const died = new Promise<never>((_, reject) => {
    child.once('exit', () => reject(new Error('the browser ended')));
  });
  died.catch(() => undefined); // callers that wait for the page receive the error
  const close = async (): Promise<void> => {
    await Promise.race([session.command('DELETE', ''), died]).catch(() => undefined); // a dead browser has nothing to end
    await end(child);
  };
  return { died, close, ...commandsOf(session) };
}

function commandsOf(session: WebDriverSession): Omit<BrowserTab, 'died' | 'close'> {
  const elementOf = async (script: string, args: readonly unknown[]): Promise<string> => {
    const element = await session.element(script, args);
    if (element === undefined) throw new Error('there is no such element');
    return element;
  };
  return {
    async goto(url) {
      await session.command('POST', '/url', { url });
    },
    async evaluate(work, given) {
      const script = `const [given, done] = arguments;
        Promise.resolve().then(() => (${String(work)})(given)).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const answer = await session.command('POST', '/execute/async', { script, args: [given ?? null] });
      const { value, error } = answer as { value?: never; error?: string };
      if (error !== undefined) throw new Error(error);
      return value as never;
    },
    async chooseFiles(selector, files) {
      const element = await elementOf('return document.querySelector(arguments[0])', [selector]);
      await session.command('POST', `${element}/value`, { text: files.join('\n') });
    },
    async click(find, given) {
      const element = await elementOf(`return (${String(find)})(arguments[0])`, [given ?? null]);
      await session.command('POST', `${element}/click`);
    },
    async type(text) {
      const element = await elementOf('return document.activeElement', []);
      await session.command('POST', `${element}/value`, { text: text.replaceAll('\n', ENTER) });
    },
  };
}

async function untilListening(server: string): Promise<void> {
  const deadline = Date.now() + DRIVER_READY_MS;
  while (Date.now() < deadline) {
    const isListening = await fetch(`${server}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isListening) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the driver of WebKit did not listen within ${DRIVER_READY_MS} ms`);
}

/** Starts a program that ends with this process, together with what it starts itself. */
function start(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, { ...options, detached: true });
  const endGroup = (): void => signalGroup(child, 'SIGKILL');
  process.once('exit', endGroup);
  child.once('exit', () => process.off('exit', endGroup));
  return child;
}

function signalGroup({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, signal);
}

/** Ends a process and what it has started. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  signalGroup(child, 'SIGTERM');
  const late = setTimeout(() => signalGroup(child, 'SIGKILL'), LATE_MS);
  await ended;
  clearTimeout(late);
}
