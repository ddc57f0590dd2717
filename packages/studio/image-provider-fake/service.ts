import type { Fault } from './faults.ts';
import type { Size } from './image.ts';

/** The parts of an order that the fake uses. */
export type Order = Size & {
  readonly prompt: string;
  readonly seed: number;
  /** The image to edit, as received. */
  readonly picture?: Uint8Array | undefined;
  /** The disc of the image on a transparent background. */
  readonly isCutOut?: boolean;
  /** The mask, as received. */
  readonly mask?: Uint8Array | undefined;
  /** How much to change the image, in the service's own parameter. */
  readonly strength?: number | undefined;
};

/** An order and its state. */
export type Job = {
  readonly id: string;
  readonly service: string;
  readonly order: Order;
  readonly fault: Fault | undefined;
  /** The request; undefined if it was not JSON. */
  readonly request: unknown;
  state: 'running' | 'done' | 'cancelled';
  /** Number of times it was polled. */
  asked: number;
  /** Time before which a polled image is not finished, in milliseconds. */
  readyAt: number;
};

export type Call = {
  readonly method: string;
  /** Path below the service's URL, without a leading slash. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** URL of the service. */
  readonly base: string;
};

export type Reply = { readonly status?: number; readonly type?: string; readonly body: unknown };

/** The header that holds the key, in lower case, and what precedes the key in it. */
export type KeyHeader = { readonly header: string; readonly prefix: string };

export const BEARER: KeyHeader = { header: 'authorization', prefix: 'Bearer ' };

/** The API format of a service; the behaviour is common to all. */
export type Service = {
  /** The first segment of its path. */
  readonly id: string;
  /** Path of its API, with a leading slash. */
  readonly base?: string;
  /** Without it, no key is needed. */
  readonly key?: KeyHeader;
  /** The service in whose place the same provider uses this one. */
  readonly standsInFor?: Service;
  /** Refuses an order that the service would refuse. */
  invalid?(order: Order, call: Call): Reply | undefined;
  /** Parses an order; undefined when the call is not one. */
  order(call: Call): Order | undefined;
  /** Answers an order with an image or an accepted job. `picture` is absent if the fault requires it. */
  answer(job: Job, picture: Uint8Array<ArrayBuffer> | undefined, call: Call): Reply;
  /** Answers every other call: polling, downloads, cancellation. */
  other?(call: Call, desk: Desk): Reply | undefined;
  /** The events that answer an order for a stream; undefined if the order is none. */
  stream?(order: Order, call: Call): EventStream | undefined;
  error(status: number): Reply;
  /** If it has an answer of its own for a used-up balance, other than status 402. */
  noBalance?(): Reply;
  /** Refusal of an order. Services with jobs may refuse in `other` instead. */
  refusal?(): Reply;
};

/** An answer in server-sent events. */
export type EventStream = {
  /** Number of previews requested. */
  readonly previews: number;
  preview(picture: Uint8Array, index: number): StreamEvent;
  completed(picture: Uint8Array): StreamEvent;
  failed(code: string): StreamEvent;
};

export type StreamEvent = { readonly event: string; readonly data: unknown };

export type Desk = {
  job(id: string): Job | undefined;
  /** The image, possibly damaged by a fault; undefined while it is unfinished. */
  picture(job: Job): Uint8Array<ArrayBuffer> | undefined;
  cancel(job: Job): void;
  /** The running job, for services that have only one. */
  running(service: string): Job | undefined;
  /** The running jobs, oldest first, for services that draw one at a time. */
  queue(service: string): readonly Job[];
  /** An unfinished version of the image, damaged as its fault says; undefined if the job shows none. */
  preview(job: Job, share: number): Uint8Array | undefined;
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

/** An optional number, also as text; undefined if there is none. */
export function optionalNumber(value: unknown): number | undefined {
  return value === undefined || value === '' ? undefined : Number(value);
}

/** Whether a share is missing, or from 0 to 1. */
export function isShare(value: unknown): boolean {
  return value === undefined || (typeof value === 'number' && value >= 0 && value <= 1);
}

/** An image inside JSON; undefined if there is none. */
export function pictureIn(value: unknown): Buffer | undefined {
  return text(value) === '' ? undefined : Buffer.from(text(value), 'base64');
}

export function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** The parts of a multipart form, one character per byte. */
function formParts(call: Call): readonly string[] {
  const [, boundary = ''] = /boundary=(?:"([^"]+)"|([^;]+))/.exec(String(call.headers['content-type']))?.filter(Boolean) ?? [];
  return call.body.toString('latin1').split(`--${boundary}`);
}

/** A file of a multipart form. */
export function formFile(call: Call, name: string): Buffer | undefined {
  for (const part of formParts(call)) {
    const found =
      /^\r\nContent-Disposition: form-data; name="([^"]+)"; filename="[^"]*"\r\n(?:[^\r\n]+\r\n)*\r\n([^]*)\r\n$/i.exec(part);
    if (found?.[1] === name) return Buffer.from(found[2] ?? '', 'latin1');
  }
  return undefined;
}

/** Text fields of a multipart form. */
export function formFields(call: Call): Record<string, string> {
  const fields = formParts(call).flatMap((part) => {
    const found = /^\r\nContent-Disposition: form-data; name="([^"]+)"\r\n\r\n([\s\S]*)\r\n$/i.exec(part);
    return found ? [[found[1] ?? '', Buffer.from(found[2] ?? '', 'latin1').toString('utf8')] as const] : [];
  });
  return Object.fromEntries(fields);
}

/** Fields and files of a multipart form, with numbers and booleans where the schema of the vendor has them. */
export function formRequest(call: Call, numbers: readonly string[], booleans: readonly string[] = []): Record<string, unknown> {
  const files = formParts(call).flatMap((part) => /; name="([^"]+)"; filename=/.exec(part)?.[1] ?? []);
  const typed = (name: string, value: string): unknown => {
    if (numbers.includes(name)) return Number(value);
    return booleans.includes(name) && /^(true|false)$/.test(value) ? value === 'true' : value;
  };
  const fields = Object.entries(formFields(call)).map(([name, value]) => [name, typed(name, value)]);
  return { ...Object.fromEntries(files.map((name) => [name, 'file'])), ...Object.fromEntries(fields) };
}

/** A size of about one megapixel with that ratio. */
export function sizeOfRatio(ratio: string): Size {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const unit = Math.sqrt(1_048_576 / (across * down));
  return { width: Math.round(across * unit), height: Math.round(down * unit) };
}

/** Width and height in the header of a PNG. */
export function pngSize(png: Buffer) {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
