/** Browsers and programs that talk to an attacked server. */
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { zipOf } from '../hostile/files.ts';

/** Pause between two looks at something that has no event, in milliseconds. */
const LOOK_MS = 100;
const SLOW_BYTES = 80_000_000;
export const PASSWORD = 'correct horse';

type Sending = {
  readonly method?: string;
  /** Sent as JSON, unless it is already a body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

/** A browser at one network address: keeps its cookies and sends `Origin` like a page of the site. */
export type Visitor = {
  readonly base: string;
  readonly address: string;
  readonly cookies: Map<string, string>;
  /** @param path after `/api/` */
  send(path: string, sending?: Sending): Promise<Response>;
};
export type Member = Visitor & { readonly email: string; readonly id: string };

const RAW = [FormData, Uint8Array, Blob, ReadableStream];
const isRaw = (body: unknown): body is BodyInit => typeof body === 'string' || RAW.some((kind) => body instanceof kind);
const letters = z.object({ letters: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() })) });
export type Letter = z.infer<typeof letters>['letters'][number];

/** Returns a unique network address. */
export function anyAddress(): string {
  return `11.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}

export function visitorOf(base: string, address = anyAddress()): Visitor {
  const cookies = new Map<string, string>();
  return {
    base,
    address,
    cookies,
    async send(path, { method = 'GET', body, headers = {}, signal } = {}) {
      const isJson = body !== undefined && !isRaw(body);
      const response = await fetch(`${base}/api/${path}`, {
        method,
        redirect: 'manual',
        ...(signal && { signal }),
        headers: {
          Origin: base,
          'X-Forwarded-For': address,
          Cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
          ...(isJson && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
      });
      for (const line of response.headers.getSetCookie()) keep(cookies, line);
      return response;
    },
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (value === '' || /max-age=0(;|$)/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}

async function succeeded(sent: Promise<Response>): Promise<Response> {
  const answer = await sent;
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

export function post(body: unknown, headers: Readonly<Record<string, string>> = {}): Sending {
  return { method: 'POST', body, headers };
}

/** Letters that the demo mailbox shows to this browser. */
export async function lettersOf(visitor: Visitor): Promise<readonly Letter[]> {
  return letters.parse(await (await visitor.send('demo/mail')).json()).letters;
}

/** Waits for a letter whose text contains a link, newest first, and returns its token. */
export async function tokenFor(visitor: Visitor, to: string, page: string, seen: readonly string[] = []): Promise<string> {
  const link = new RegExp(`/${page}#token=(\\S+)`);
  for (;;) {
    const tokens = (await lettersOf(visitor)).filter((letter) => letter.to === to).map(({ text }) => link.exec(text)?.[1] ?? '');
    const token = tokens.map(decodeURIComponent).find((found) => found !== '' && !seen.includes(found));
    if (token !== undefined) return token;
    await wait(LOOK_MS);
  }
}

export function signUpBody(email: string, changes: Readonly<Record<string, string>> = {}) {
  return { email, password: PASSWORD, firstName: 'Mina', lastName: 'Kim', locale: 'en', ...changes };
}

/** Creates an account with a confirmed address, signed in. */
export async function memberOf(base: string, email = `${randomUUID()}@example.com`): Promise<Member> {
  const visitor = visitorOf(base);
  await succeeded(visitor.send('account/sign-up', post(signUpBody(email))));
  await visitor.send('account/verify', post({ token: await tokenFor(visitor, email, 'verify-email') }));
  return signedIn(visitor, email);
}

export async function signedIn(visitor: Visitor, email: string, password = PASSWORD): Promise<Member> {
  const response = await succeeded(visitor.send('account/sign-in', post({ email, password })));
  const { person } = z.object({ person: z.object({ id: z.string() }) }).parse(await response.json());
  return { ...visitor, email, id: person.id };
}

/** Creates an API key of the member. */
export async function keyOf(member: Member): Promise<string> {
  const scopes = ['convert:read', 'convert:write', 'account:read'];
  const made = await member.send('account/api-keys', post({ name: 'attack', scopes }));
  return z.object({ secret: z.string() }).parse(await made.json()).secret;
}

export function fileForm(content: string | Uint8Array, name: string, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  return form;
}

export const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>';
/** An archive of incompressible data that starts with a mark. At the default size, compressing it again takes a minute. */
export function slowZip(mark = '', bytes = SLOW_BYTES): Uint8Array {
  const noise = randomBytes(bytes);
  noise.write(mark);
  return zipOf([{ name: 'noise.bin', content: noise }]);
}

const job = z.object({
  job_id: z.string(),
  status: z.string(),
  attempts: z.number(),
  original_filename: z.string().nullable(),
  files: z.array(z.object({ filename: z.string() })),
  error: z.object({ code: z.string() }).nullable(),
});
export type Job = z.infer<typeof job>;

/** Sends a file with its job; undefined when it was refused. */
export async function convert(
  visitor: Visitor,
  content: string | Uint8Array,
  name: string,
  target: string,
): Promise<Job | undefined> {
  const answer = await visitor.send('v1/upload', post(fileForm(content, name, { target_format: target })));
  const text = await answer.text();
  if (answer.status >= 500) throw new Error(`${name}: ${answer.status} ${text}`);
  return answer.status < 300 ? job.parse(JSON.parse(text)) : undefined;
}

export async function jobOf(visitor: Visitor, id: string, wait = 0): Promise<Job> {
  return job.parse(await (await visitor.send(`v1/jobs/${id}?wait=${wait}`)).json());
}

/** Waits until the job has ended. */
export async function ended(visitor: Visitor, id: string): Promise<Job> {
  for (;;) {
    const view = await jobOf(visitor, id, 20);
    if (!['queued', 'processing'].includes(view.status)) return view;
  }
}
