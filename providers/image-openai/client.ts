import { ProviderFault } from '@bakkum/image-provider/fault';
import {
  type Answer,
  anyJson,
  ask,
  bytesOfBase64,
  faultOfStatus,
  isOk,
  jsonInit,
  jsonOf,
  read,
  under,
  wordOf,
} from '@bakkum/image-provider/http';
import type { ImageModel } from '@bakkum/image-provider/model';
import type { Drawn, ImageClient, PictureOrder, ProviderValues } from '@bakkum/image-provider/provider';
import { z } from 'zod';

const answered = z.object({
  data: z.array(z.object({ b64_json: z.string().nullish(), url: z.url().nullish() })),
});
/** Azure's content filter, by category. */
const filtered = z.object({
  code: z.string().nullish(),
  content_filter_results: z.record(z.string(), z.object({ filtered: z.boolean().nullish() })).nullish(),
});
const refused = z.object({
  error: z.object({
    code: z.string().nullish(),
    type: z.string().nullish(),
    message: z.string().nullish(),
    inner_error: filtered.nullish().catch(undefined),
  }),
});

const moderated = z.object({
  results: z.array(z.object({ flagged: z.boolean(), categories: z.record(z.string(), z.boolean().nullable()) })),
});
const listed = z.object({ data: z.array(z.object({ id: z.string() })) });
const MODERATION_MODEL = 'omni-moderation-latest';

/** `POST images/generations` and `images/edits`; synchronous, so a request cannot be cancelled or queried. */
export function createClient(values: ProviderValues, { id: model }: ImageModel): ImageClient {
  const { addressOf, headers, ownFields, moderates } = values['azureVersion']
    ? azureApi(values, model)
    : openaiApi(values, model);
  const submit: ImageClient['submit'] = async (order, { signal }) => {
    const fields = { ...ownFields, ...fieldsOf(order) };
    const request = order.edit ? editRequest(order.edit, fields, headers) : jsonInit({ ...fields, n: 1 }, headers);
    const answer = await ask(addressOf(order.edit ? 'images/edits' : 'images/generations'), { ...request, signal });
    if (!isOk(answer)) throw faultOf(answer);
    return { state: 'done', drawn: drawnOf(answer) };
  };
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

type Api = {
  readonly addressOf: (path: string) => string;
  readonly headers: Readonly<Record<string, string>>;
  /** Fields of an order that only this API takes. */
  readonly ownFields: Readonly<Record<string, string>>;
  readonly moderates: boolean;
};

function openaiApi({ key = '', base = '' }: ProviderValues, model: string): Api {
  return {
    addressOf: (path) => under(base, path),
    headers: { Authorization: `Bearer ${key}` },
    ownFields: { model, output_format: 'png' },
    moderates: true,
  };
}

/** Azure OpenAI names the deployment in the path. It draws PNG unless asked otherwise, and takes no format for edits. */
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
  };
}

function fieldsOf({ prompt, width, height, personHash }: PictureOrder) {
  return { prompt, size: `${width}x${height}`, user: personHash };
}

function editRequest(
  { picture, mask }: NonNullable<PictureOrder['edit']>,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): RequestInit {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, n: '1' })) form.set(name, value);
  form.set('image', new Blob([picture], { type: 'image/png' }), 'image.png');
  if (mask) form.set('mask', new Blob([mask.clear], { type: 'image/png' }), 'mask.png');
  return { method: 'POST', headers, body: form };
}

function drawnOf(answer: Answer): Drawn {
  const [first] = jsonOf(answer, answered).data;
  if (first?.b64_json) return { content: bytesOfBase64(first.b64_json) };
  if (first?.url) return { content: { address: first.url } };
  throw new ProviderFault('bad-answer', 'no picture in the answer');
}

/** As in `safety_violations=[violence, self-harm]`. */
const VIOLATIONS = /safety_violations=\[([\w\s,/-]{1,200})\]/;

const REFUSALS = new Set(['moderation_blocked', 'content_policy_violation', 'contentFilter', 'content_filter']);

function faultOf(answer: Answer): ProviderFault {
  const parsed = refused.safeParse(anyJson(answer));
  const { code, type, message, inner_error: inner } = parsed.success ? parsed.data.error : {};
  const what = wordOf(code) || wordOf(type);
  const log = `status ${answer.status} ${what}`;
  if (inner?.code === 'ResponsibleAIPolicyViolation' || REFUSALS.has(code ?? ''))
    return new ProviderFault('refused', log, [...filteredBy(inner), ...violationsIn(message)]);
  if (code === 'insufficient_quota' || code === 'billing_hard_limit_reached') return new ProviderFault('quota', log);
  return faultOfStatus(answer.status, what);
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
