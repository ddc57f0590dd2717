import type { Fault } from './faults.ts';
import type { Size } from './picture.ts';

/** What was ordered, as far as the stand-in cares. */
export type Order = Size & {
  readonly prompt: string;
  readonly seed: number;
  /** The picture that is to be changed, as it came. */
  readonly picture?: Uint8Array | undefined;
};

/** An order as it stands. */
export type Job = {
  readonly id: string;
  readonly service: string;
  readonly order: Order;
  readonly fault: Fault | undefined;
  state: 'running' | 'done' | 'cancelled';
  /** How often it was asked after. */
  asked: number;
};

export type Call = {
  readonly method: string;
  /** Below the address of the service, without a slash in front. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** Address of the service. */
  readonly base: string;
};

export type Reply = { readonly status?: number; readonly type?: string; readonly body: unknown };

/** How a service talks about what every service does. */
export type Service = {
  /** The first part of its path. */
  readonly id: string;
  /** Where its key is, and how it begins; without one it asks for none. */
  readonly authorization?: string;
  /** Reads an order; undefined when the call is none. */
  order(call: Call): Order | undefined;
  /** Answers an order: at once, or that it is accepted. `picture` is absent where the fault says so. */
  answer(job: Job, picture: Uint8Array<ArrayBuffer> | undefined, call: Call): Reply;
  /** Answers every other call: after a job, for a picture, to cancel. */
  other?(call: Call, desk: Desk): Reply | undefined;
  error(status: number): Reply;
  /** What it says when it will not draw. Services with jobs may say so in `other` instead. */
  refusal?(): Reply;
};

export type Desk = {
  job(id: string): Job | undefined;
  /** The picture, or what the fault left of it; undefined while it is not there. */
  picture(job: Job): Uint8Array<ArrayBuffer> | undefined;
  cancel(job: Job): void;
  /** Of the job that runs, for services that know only one. */
  running(service: string): Job | undefined;
};

export function jsonBody(call: Call): Record<string, unknown> {
  const parsed: unknown = JSON.parse(call.body.toString('utf8'));
  return typeof parsed === 'object' && parsed !== null ? Object.fromEntries(Object.entries(parsed)) : {};
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function number(value: unknown, fallback: number): number {
  const parsed = Number(value ?? fallback);
  return Number.isFinite(parsed) ? parsed : fallback;
}

/** A picture inside JSON; undefined where there is none. */
export function pictureIn(value: unknown): Buffer | undefined {
  return text(value) === '' ? undefined : Buffer.from(text(value), 'base64');
}

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** The parts of a form, a letter for each byte. */
function formParts(call: Call): readonly string[] {
  const [, boundary = ''] = /boundary=(?:"([^"]+)"|([^;]+))/.exec(String(call.headers['content-type']))?.filter(Boolean) ?? [];
  return call.body.toString('latin1').split(`--${boundary}`);
}

/** A file of a form of several parts. */
export function formFile(call: Call, name: string): Buffer | undefined {
  for (const part of formParts(call)) {
    const found =
      /^\r\nContent-Disposition: form-data; name="([^"]+)"; filename="[^"]*"\r\n(?:[^\r\n]+\r\n)*\r\n([^]*)\r\n$/i.exec(part);
    if (found?.[1] === name) return Buffer.from(found[2] ?? '', 'latin1');
  }
  return undefined;
}

/** Fields of a form of several parts that are text. */
export function formFields(call: Call): Record<string, string> {
  const fields = formParts(call).flatMap((part) => {
    const found = /^\r\nContent-Disposition: form-data; name="([^"]+)"\r\n\r\n([\s\S]*)\r\n$/i.exec(part);
    return found ? [[found[1] ?? '', Buffer.from(found[2] ?? '', 'latin1').toString('utf8')] as const] : [];
  });
  return Object.fromEntries(fields);
}

/** The size about a megapixel of a ratio. */
export function sizeOfRatio(ratio: string): Size {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const unit = Math.sqrt(1_048_576 / (across * down));
  return { width: Math.round(across * unit), height: Math.round(down * unit) };
}
