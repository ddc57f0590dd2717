import { askForEvents, type StreamEvent } from '@bakkum/image-provider/event-stream';
import { ProviderFault } from '@bakkum/image-provider/fault';
import {
  type Answer,
  anyJson,
  ask,
  bytesOfBase64,
  faultOfStatus,
  isOk,
  jsonIn,
  jsonInit,
  jsonOf,
  read,
  under,
  wordOf,
} from '@bakkum/image-provider/http';
import type { ImageModel } from '@bakkum/image-provider/model';
import { previewOfBase64 } from '@bakkum/image-provider/preview';
import type { CallContext, Drawn, ImageClient, PictureOrder, ProviderValues } from '@bakkum/image-provider/provider';
import { z } from 'zod';
import { maxPreviews } from './manifest.ts';

const answered = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.url().nullish() })),
});
/** Azure's content filter, by category. */
const filtered = z.object({
  code: z.string().nullish(),
  content_filter_results: z.record(z.string(), z.object({ filtered: z.boolean().nullish() })).nullish(),
});
const failure = z.object({
  code: z.string().nullish(),
  type: z.string().nullish(),
  message: z.string().nullish(),
  /** The field that was refused. */
  param: z.string().nullish().catch(undefined),
  inner_error: filtered.nullish().catch(undefined),
});
const refused = z.object({ error: failure });

/** An event of a stream: `image_generation.partial_image` and `.completed`, `image_edit.…` likewise, or an error. */
const streamed = failure.extend({
  type: z.string().optional(),
  b64_json: z.string().optional(),
  error: failure.nullish().catch(undefined),
});

const moderated = z.object({
  results: z.array(z.object({ flagged: z.boolean(), categories: z.record(z.string(), z.boolean().nullable()) })),
});
const listed = z.object({ data: z.array(z.object({ id: z.string() })) });
const MODERATION_MODEL = 'omni-moderation-latest';

/** `POST images/generations` and `images/edits`; synchronous, so a request cannot be cancelled or queried. */
export function createClient(values: ProviderValues, { id: model }: ImageModel): ImageClient {
  const api = values['azureVersion'] ? azureApi(values, model) : openaiApi(values, model);
  const { addressOf, headers, moderates } = api;
  const submit: ImageClient['submit'] = async (order, context) => ({ state: 'done', drawn: await drawnBy(api, order, context) });
  if (!moderates) return { submit };
  return {
    submit,
    async moderate(prompt, { signal }) {
      const body = { model: MODERATION_MODEL, input: [{ type: 'text', text: prompt }] };
      const answer = await ask(addressOf('moderations'), { ...jsonInit(body, headers), signal });
      if (!isOk(answer)) throw faultOf(answer);
      const [result] = jsonOf(answer, moderated).results;
      if (!result?.flagged) return [];
      return Object.keys(result.categories).filter((category) => result.categories[category]);
    },
    async check({ signal }) {
      const { data } = jsonOf(await read(addressOf('models'), { headers, signal }, faultOf), listed);
      if (!data.some(({ id }) => id === model)) throw new ProviderFault('unsupported', 'the account has no such model');
      return {};
    },
  };
}

/** A server that takes no streams refuses them before it draws, so the order is sent again without. */
async function drawnBy(api: Api, order: PictureOrder, { signal, onPreview }: CallContext): Promise<Drawn> {
  const address = api.addressOf(order.edit ? 'images/edits' : 'images/generations');
  if (onPreview && api.previews > 0) {
    const request = requestFor(api, order, { stream: true, partial_images: api.previews });
    let hasBegun = false;
    const show = (preview: Uint8Array): void => {
      hasBegun = true;
      onPreview(preview);
    };
    const streamed = await askForEvents(address, { ...request, signal }, (event) => drawnIn(event, show));
    if (streamed.kind === 'answer' && !isStreamRefused(streamed.answer)) return drawnOf(streamed.answer);
    if (streamed.kind === 'events' && streamed.result) return streamed.result;
    // Once it has begun to draw, the service may charge for the image.
    if (streamed.kind === 'events') throw new ProviderFault(hasBegun ? 'ambiguous' : 'bad-answer', 'no picture in the events');
  }
  return drawnOf(await ask(address, { ...requestFor(api, order), signal }));
}

type Streaming = { readonly stream: true; readonly partial_images: number };

function requestFor({ ownFields, headers }: Api, order: PictureOrder, streaming?: Streaming): RequestInit {
  const fields = { ...ownFields, ...fieldsOf(order), n: 1, ...streaming };
  return order.edit ? editRequest(order.edit, fields, headers) : jsonInit(fields, headers);
}

/** The image, in the last event of a stream. Previews come before it. @throws ProviderFault for an event that reports an error */
function drawnIn(event: StreamEvent, onPreview: NonNullable<CallContext['onPreview']>): Drawn | undefined {
  const parsed = streamed.safeParse(jsonIn(event.data));
  if (!parsed.success) return undefined;
  const { type = event.event ?? '', b64_json: image, error } = parsed.data;
  if (error || type === 'error') throw faultOfError(error ?? parsed.data, 'event');
  if (image === undefined) return undefined;
  if (type.endsWith('.completed')) return { content: bytesOfBase64(image) };
  const preview = type.endsWith('.partial_image') ? previewOfBase64(image) : undefined;
  if (preview) onPreview(preview);
  return undefined;
}

const STREAM_FIELDS = new Set(['stream', 'partial_images']);
const UNKNOWN_FIELD = new Set(['unknown_parameter', 'unsupported_parameter', 'unsupported_value']);

function isStreamRefused(answer: Answer): boolean {
  if (answer.status !== 400 && answer.status !== 422) return false;
  const { param, code } = refused.safeParse(anyJson(answer)).data?.error ?? {};
  return param ? STREAM_FIELDS.has(param) : UNKNOWN_FIELD.has(code ?? '');
}

type Api = {
  readonly addressOf: (path: string) => string;
  readonly headers: Readonly<Record<string, string>>;
  /** Fields of an order that only this API takes. */
  readonly ownFields: Readonly<Record<string, string>>;
  readonly moderates: boolean;
  /** Unfinished images to request of each image. */
  readonly previews: number;
};

function openaiApi(values: ProviderValues, model: string): Api {
  const { key = '', base = '' } = values;
  return {
    addressOf: (path) => under(base, path),
    headers: { Authorization: `Bearer ${key}` },
    ownFields: { model, output_format: 'png' },
    moderates: true,
    previews: maxPreviews(values),
  };
}

/**
 * Azure OpenAI names the deployment in the path. It draws PNG unless asked otherwise, and takes no format for edits. Its dated versions
 * describe no streams.
 */
function azureApi(values: ProviderValues, model: string): Api {
  const { key = '', base = '', azureVersion = '', azureDeployments = '' } = values;
  const named = azureDeployments.split(',').map((pair) => pair.split('='));
  const deployment = named.find(([name]) => name === model)?.[1] ?? model;
  const address = under(base, `deployments/${encodeURIComponent(deployment)}`);
  return {
    addressOf: (path) => `${under(address, path)}?api-version=${encodeURIComponent(azureVersion)}`,
    headers: { 'api-key': key },
    ownFields: {},
    moderates: false,
    previews: 0,
  };
}

function fieldsOf({ prompt, width, height, personHash }: PictureOrder) {
  return { prompt, size: `${width}x${height}`, user: personHash };
}

function editRequest(
  { picture, mask }: NonNullable<PictureOrder['edit']>,
  fields: Readonly<Record<string, string | number | boolean>>,
  headers: Readonly<Record<string, string>>,
): RequestInit {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('image', new Blob([picture], { type: 'image/png' }), 'image.png');
  if (mask) form.set('mask', new Blob([mask.clear], { type: 'image/png' }), 'mask.png');
  return { method: 'POST', headers, body: form };
}

function drawnOf(answer: Answer): Drawn {
  if (!isOk(answer)) throw faultOf(answer);
  const [first] = jsonOf(answer, answered).data;
  if (first?.b64_json) return { content: bytesOfBase64(first.b64_json) };
  if (first?.url) return { content: { address: first.url } };
  throw new ProviderFault('bad-answer', 'no picture in the answer');
}

/** As in `safety_violations=[violence, self-harm]`. */
const VIOLATIONS = /safety_violations=\[([\w\s,/-]{1,200})\]/;

const REFUSALS = new Set(['moderation_blocked', 'content_policy_violation', 'contentFilter', 'content_filter']);

function faultOf(answer: Answer): ProviderFault {
  const { error = {} } = refused.safeParse(anyJson(answer)).data ?? {};
  const log = `status ${answer.status}`;
  return knownFault(error, log) ?? faultOfStatus(answer.status, wordOf(error.code) || wordOf(error.type));
}

/** The fault of an error that a service reports while it draws, after status 200. */
function faultOfError(error: z.infer<typeof failure>, log: string): ProviderFault {
  return knownFault(error, log) ?? new ProviderFault('failed', `${log} ${wordOf(error.code) || wordOf(error.type)}`);
}

function knownFault(
  { code, type, message, inner_error: inner }: z.infer<typeof failure>,
  where: string,
): ProviderFault | undefined {
  const log = `${where} ${wordOf(code) || wordOf(type)}`;
  if (inner?.code === 'ResponsibleAIPolicyViolation' || REFUSALS.has(code ?? ''))
    return new ProviderFault('refused', log, [...filteredBy(inner), ...violationsIn(message)]);
  if (code === 'insufficient_quota' || code === 'billing_hard_limit_reached') return new ProviderFault('quota', log);
  return code === 'rate_limit_exceeded' ? new ProviderFault('rate-limited', log) : undefined;
}

function violationsIn(message: string | null | undefined): readonly string[] {
  // oxlint-disable-next-line bakkum/no-message-matching -- the service states the categories nowhere else
  const found = VIOLATIONS.exec(message ?? '')?.[1] ?? '';
  return found.split(',').flatMap((category) => category.trim() || []);
}

/** `self_harm` as `self-harm`. */
function filteredBy(inner: z.infer<typeof filtered> | null | undefined): readonly string[] {
  const results = Object.entries(inner?.content_filter_results ?? {});
  return results.flatMap(([category, result]) => (result.filtered ? wordOf(category).replaceAll('_', '-') || [] : []));
}
