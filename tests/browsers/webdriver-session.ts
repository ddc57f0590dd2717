/** One session of a WebDriver server (https://www.w3.org/TR/webdriver2/), with the commands that tests need. */

import { once } from 'node:events';
import http from 'node:http';
import { text as readText } from 'node:stream/consumers';

/** Key of a reference to an element, from the specification. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** Limit of a script in milliseconds. Callers set a shorter limit. */
const SCRIPT_MS = 3_600_000;

type Json = Readonly<Record<string, unknown>>;
type Answer = { readonly value: unknown };

export type WebDriverSession = {
  command(method: 'GET' | 'POST' | 'DELETE', path: string, body?: Json): Promise<unknown>;
  /** Returns the path of an element for `command`, or undefined where the script found none. */
  element(script: string, args: readonly unknown[]): Promise<string | undefined>;
};

export async function openSession(server: string, capabilities: Json): Promise<WebDriverSession> {
  const opened = await request(`${server}/session`, 'POST', { capabilities: { alwaysMatch: capabilities } });
  const id = isObject(opened) ? opened['sessionId'] : undefined;
  if (typeof id !== 'string') throw new TypeError('a session has an id');
  const command: WebDriverSession['command'] = (method, path, body) => request(`${server}/session/${id}${path}`, method, body);
  await command('POST', '/timeouts', { script: SCRIPT_MS });
  return {
    command,
    async element(script, args) {
      const found = await command('POST', '/execute/sync', { script, args });
      return isObject(found) && typeof found[ELEMENT] === 'string' ? `/element/${found[ELEMENT]}` : undefined;
    },
  };
}

async function request(address: string, method: string, body: Json = {}): Promise<unknown> {
  const { ok, status, text } = await answerTo(address, method, method === 'POST' ? JSON.stringify(body) : '');
  const { value } = JSON.parse(text) as Answer;
  if (ok) return value;
  const { error = status, message = '' } = isObject(value) ? value : {};
  throw new Error(`WebDriver: ${String(error)}: ${String(message)}`);
}

/** Without a time limit, unlike `fetch`: a script may convert for minutes before there is an answer. */
async function answerTo(address: string, method: string, body: string) {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const sent = http.request(address, { method, headers });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage];
  const { statusCode: status = 0 } = response;
  return { ok: status >= 200 && status < 300, status, text: await readText(response) };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
