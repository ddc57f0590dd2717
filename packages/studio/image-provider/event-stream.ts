/** Answers that arrive as server-sent events. */
import { chunksOf } from '@bakkum/bytes/streams';
import { createParser } from 'eventsource-parser';
import { ProviderFault } from './fault.ts';
import { type Answer, answerOf, MAX_ANSWER_BYTES, send } from './http.ts';

/** Maximum size of an event in characters, and of all events of an answer in bytes: an image and three previews of it. */
const LIMITS = { event: MAX_ANSWER_BYTES, total: 4 * MAX_ANSWER_BYTES } as const;
export type StreamLimits = { readonly event: number; readonly total: number };

export type StreamEvent = { readonly event?: string | undefined; readonly data: string };

/** What a service answered: events until one of them is the result, or something else. */
export type Streamed<Result> =
  | { readonly kind: 'events' /** Absent if the stream ended without one. */; readonly result?: Result }
  | { readonly kind: 'answer'; readonly answer: Answer };

/**
 * Sends a request that asks for events. A service that does not stream answers with something else.
 * @param read called for each event until it returns a result; what it throws ends the stream
 * @throws ProviderFault like `ask`; `ambiguous` if the stream breaks, because the order was sent
 */
export async function askForEvents<Result>(
  address: string,
  init: RequestInit & { readonly signal: AbortSignal },
  read: (event: StreamEvent) => Result | undefined,
  limits: StreamLimits = LIMITS,
): Promise<Streamed<Result>> {
  return send<Streamed<Result>>(address, init, async (response) => {
    const { body, headers, ok } = response;
    const streams = ok && body !== null && /^text\/event-stream\b/i.test(headers.get('Content-Type') ?? '');
    if (!streams) return { kind: 'answer', answer: await answerOf(response) };
    const result = await resultIn(body, read, limits);
    return { kind: 'events', ...(result !== undefined && { result }) };
  });
}

/** The result of the first event that has one. Events that are too large to hold an image are skipped. */
async function resultIn<Result>(
  body: ReadableStream<Uint8Array>,
  read: (event: StreamEvent) => Result | undefined,
  limits: StreamLimits,
): Promise<Result | undefined> {
  let result: Result | undefined;
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: limits.event,
    onEvent: (event) => {
      result ??= read(event);
    },
    onError: ({ type }) => {
      isTooLarge ||= type === 'max-buffer-size-exceeded';
    },
  });
  const text = new TextDecoder();
  let length = 0;
  let hasSkipped = false;
  for await (const chunk of chunksOf(body)) {
    length += chunk.byteLength;
    if (length > limits.total) throw new ProviderFault('bad-answer', `events larger than ${limits.total} bytes`);
    // Lines of carriage returns alone take quadratic time. JSON has none.
    parser.feed(text.decode(chunk, { stream: true }).replaceAll('\r', ''));
    if (result !== undefined) return result;
    if (!isTooLarge) continue;
    parser.reset();
    [isTooLarge, hasSkipped] = [false, true];
  }
  if (hasSkipped) throw new ProviderFault('bad-answer', `event larger than ${limits.event} characters`);
  return undefined;
}
