/** Fake cloud services with their APIs as of November 2026. */
import { chatAnswer } from './chat-service.ts';
import {
  BEARER,
  base64,
  type Call,
  type Desk,
  formFields,
  formFile,
  formRequest,
  type Job,
  jsonBody,
  number,
  optionalNumber,
  pictureIn,
  pngSize,
  type Reply,
  type Service,
  sizeOfRatio,
  text,
} from './service.ts';
import { balance } from './stability-service.ts';
import { isRefusedBySchema } from './vendor-schemas.ts';

function sizeOf(given: unknown) {
  const [width = 1024, height = 1024] = text(given).split('x').map(Number);
  return { width, height };
}

const isForm = (headers: Readonly<Record<string, unknown>>): boolean => String(headers['content-type']).startsWith('multipart/');

function requestOf(call: Call): Record<string, unknown> {
  return isForm(call.headers) ? formRequest(call, ['n', 'partial_images'], ['stream']) : jsonBody(call);
}

export const openai: Service = {
  id: 'openai',
  key: BEARER,
  order(call) {
    if (call.method !== 'POST' || !/^images\/(generations|edits)$/.test(call.path)) return undefined;
    const body = isForm(call.headers) ? formFields(call) : jsonBody(call);
    // It takes no seed, so the seed is derived from the prompt.
    const seed = [...text(body['prompt'])].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 100_000, 7);
    const picture = isForm(call.headers) ? formFile(call, 'image') : undefined;
    return { prompt: text(body['prompt']), seed, ...sizeOf(body['size']), picture };
  },
  invalid({ width, height }, call) {
    if (!isDrawnByOpenai(width, height)) return openaiError('invalid_value', 'invalid_request_error');
    const isEdit = isForm(call.headers);
    const request = requestOf(call);
    return isRefusedBySchema('openai', isEdit ? 'edit' : 'generation', request)
      ? openaiError('unknown_parameter', 'invalid_request_error')
      : undefined;
  },
  answer: (_, picture) => ({ body: { created: 1, data: picture ? [{ b64_json: base64(picture) }] : [], output_format: 'png' } }),
  stream({ width, height }, call) {
    const { stream, partial_images: previews } = requestOf(call);
    if (stream !== true) return undefined;
    const kind = isForm(call.headers) ? 'image_edit' : 'image_generation';
    const drawn = (type: string, picture: Uint8Array, more: object) => ({
      event: type,
      data: {
        ...{ type, b64_json: base64(picture), created_at: 1, size: `${width}x${height}` },
        ...{ quality: 'high', background: 'opaque', output_format: 'png' },
        ...more,
      },
    });
    return {
      previews: number(previews, 0),
      preview: (picture, index) => drawn(`${kind}.partial_image`, picture, { partial_image_index: index }),
      completed: (picture) => drawn(`${kind}.completed`, picture, { usage: USAGE }),
      failed: (code) => ({
        event: 'error',
        data: { type: 'error', error: { type: 'image_generation_error', code, message: 'something', param: null } },
      }),
    };
  },
  other(call) {
    if (call.path === 'models') return { body: { object: 'list', data: OPENAI_MODELS.map(modelOf) } };
    if (call.path === 'chat/completions') return chatAnswer(call, openaiError('unknown_parameter', 'invalid_request_error'));
    if (call.path !== 'moderations') return undefined;
    if (isRefusedBySchema('openai', 'moderation', jsonBody(call)))
      return openaiError('unknown_parameter', 'invalid_request_error');
    const { model, input = '' } = jsonBody(call);
    const flagged = model === 'flags-everything' || JSON.stringify(input).includes('moderation-example');
    return { body: moderation(flagged) };
  },
  error: (status) => ({
    status,
    body: { error: { message: 'something', type: 'error', param: null, code: status === 429 ? 'rate_limit_exceeded' : null } },
  }),
  noBalance: () => openaiError('billing_hard_limit_reached', 'invalid_request_error'),
  refusal: () =>
    openaiError('moderation_blocked', 'image_generation_user_error', 'Your request was rejected. safety_violations=[violence]'),
};

const USAGE = {
  total_tokens: 1266,
  input_tokens: 10,
  output_tokens: 1256,
  input_tokens_details: { text_tokens: 10, image_tokens: 0 },
};

const OPENAI_MODELS = [
  'gpt-image-2.5-flare',
  'gpt-image-2.5-sunburst',
  'gpt-image-2',
  'gpt-image-1.5',
  'gpt-image-1',
  'gpt-image-1-mini',
] as const;

function modelOf(id: string) {
  return { id, object: 'model', created: 1, owned_by: 'openai' };
}

const MODERATION_CATEGORIES = [
  'hate',
  'hate/threatening',
  'harassment',
  'harassment/threatening',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/intent',
  'self-harm/instructions',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
] as const;

function moderation(flagged: boolean) {
  const each = <Value>(valueOf: (name: string) => Value) =>
    Object.fromEntries(MODERATION_CATEGORIES.map((name) => [name, valueOf(name)]));
  const result = {
    flagged,
    categories: each((name) => flagged && name === 'violence'),
    category_scores: each((name) => (flagged && name === 'violence' ? 0.9 : 0.01)),
    category_applied_input_types: each(() => ['text']),
  };
  return { id: 'modr-1', model: 'omni-moderation-latest', results: [result] };
}

function openaiError(code: string, type: string, message = 'something'): Reply {
  return { status: 400, body: { error: { message, type, param: null, code } } };
}

/** Sizes of gpt-image-2 and later. */
export function isDrawnByOpenai(width: number, height: number): boolean {
  const pixels = width * height;
  const ratio = width / height;
  return width % 16 === 0 && height % 16 === 0 && pixels >= 655_360 && pixels <= 8_294_400 && ratio >= 1 / 3 && ratio <= 3;
}

export const stabilityV1: Service = {
  id: 'stability-v1',
  key: BEARER,
  order(call) {
    if (call.method !== 'POST' || !/^v1\/generation\/[^/]+\/text-to-image$/.test(call.path)) return undefined;
    const body = jsonBody(call);
    const [first] = Array.isArray(body['text_prompts']) ? body['text_prompts'] : [];
    return {
      prompt: text(first?.text),
      seed: number(body['seed'], 1),
      width: number(body['width'], 1024),
      height: number(body['height'], 1024),
    };
  },
  answer: ({ order }, picture) => ({
    body: { artifacts: picture ? [{ base64: base64(picture), finishReason: 'SUCCESS', seed: order.seed }] : [] },
  }),
  other: balance,
  error: (status) => ({ status, body: { id: 'x', name: 'error', message: 'something' } }),
  // Sent with status 200 and an image that must not be used.
  refusal: () => ({ body: { artifacts: [{ base64: 'AAAA', finishReason: 'CONTENT_FILTERED', seed: 1 }] } }),
};

function prediction(job: Job, base: string, desk?: Desk) {
  const own = `${base}/v1/predictions/${job.id}`;
  const state = predictionState(job, desk);
  const complaint = job.fault?.kind === 'refused' ? 'NSFW content detected' : 'out of memory';
  return {
    id: job.id,
    status: state,
    output: state === 'succeeded' && job.fault?.kind !== 'fewer' ? [`${base}/files/${job.id}.png`] : null,
    error: state === 'failed' ? complaint : null,
    urls: { get: own, cancel: `${own}/cancel` },
  };
}

function predictionState(job: Job, desk: Desk | undefined) {
  if (job.state === 'cancelled') return 'canceled';
  if (!desk || job.asked === 0) return 'starting';
  if (job.fault?.kind === 'failed' || job.fault?.kind === 'refused') return 'failed';
  return desk.picture(job) ? 'succeeded' : 'processing';
}

export const replicate: Service = {
  id: 'replicate',
  key: BEARER,
  order(call) {
    if (call.method !== 'POST' || !/^v1\/(models\/[^/]+\/[^/]+\/)?predictions$/.test(call.path)) return undefined;
    const { input } = jsonBody(call);
    const given: Record<string, unknown> = typeof input === 'object' && input !== null ? { ...input } : {};
    const ratio = sizeOfRatio(text(given['aspect_ratio']) || '1:1');
    return {
      prompt: text(given['prompt']),
      seed: number(given['seed'], 1),
      width: number(given['width'], ratio.width),
      height: number(given['height'], ratio.height),
      strength: optionalNumber(given['prompt_strength']),
    };
  },
  invalid(_, call) {
    const model = /^v1\/models\/(.+)\/predictions$/.exec(call.path)?.[1] ?? '';
    return isRefusedBySchema('replicate', model, jsonBody(call)['input'])
      ? { status: 422, body: { detail: 'invalid input' } }
      : undefined;
  },
  answer: (job, _, { base }) => ({ status: 201, body: prediction(job, base) }),
  other({ path, base, method }, desk) {
    if (method === 'GET' && path === 'v1/account')
      return { body: { type: 'organization', username: 'acme', name: 'Acme Corp, Inc.' } };
    if (method === 'POST' && path === 'v1/files') return { status: 201, body: { id: 'f', urls: { get: `${base}/v1/files/f` } } };
    const [, kind, id = '', action] = /^(?:v1\/(predictions)|files)\/([\w-]+)(?:\.png|\/(cancel))?$/.exec(path) ?? [];
    const job = desk.job(id);
    if (!job) return undefined;
    if (kind === undefined) return picture(desk.picture(job));
    if (action) desk.cancel(job);
    else job.asked += 1;
    return { body: prediction(job, base, desk) };
  },
  error: (status) => ({ status, body: { detail: 'something' } }),
};

/** In the format of a provider behind the router, and in its own. */
export const huggingface: Service = {
  id: 'huggingface',
  base: '/v1',
  key: BEARER,
  order(call) {
    if (call.method !== 'POST' || !/^(v1\/images\/generations$|models\/)/.test(call.path)) return undefined;
    const body = jsonBody(call);
    const given: Record<string, unknown> = typeof body['parameters'] === 'object' ? { ...body['parameters'] } : body;
    return {
      prompt: text(body['inputs'] ?? body['prompt']),
      seed: number(given['seed'], 1),
      width: number(given['width'], 1024),
      height: number(given['height'], 1024),
    };
  },
  answer: (_, bytes, { path }) => {
    if (bytes && !path.startsWith('v1/')) return picture(bytes);
    return { body: { data: bytes ? [{ b64_json: base64(bytes) }] : [] } };
  },
  error: (status) => ({ status, body: { error: 'something' } }),
};

export const fal: Service = {
  id: 'fal',
  key: { header: 'authorization', prefix: 'Key ' },
  order(call) {
    if (call.method !== 'POST' || call.path.startsWith('requests/')) return undefined;
    const body = jsonBody(call);
    const size: Record<string, unknown> = typeof body['image_size'] === 'object' ? { ...body['image_size'] } : {};
    const picture = pictureIn(text(body['image_url']).replace(/^data:image\/png;base64,/, ''));
    // Without a size, an edited image has that of the given one.
    const given = picture ? pngSize(picture) : { width: 1024, height: 1024 };
    return {
      prompt: text(body['prompt']),
      seed: number(body['seed'], 1),
      width: number(size['width'], given.width),
      height: number(size['height'], given.height),
      picture,
      strength: optionalNumber(body['strength']),
    };
  },
  invalid: (_, call) =>
    isRefusedBySchema('fal', call.path, jsonBody(call))
      ? { status: 422, body: { detail: [{ type: 'value_error' }] } }
      : undefined,
  answer(job, _, { base }) {
    const own = `${base}/requests/${job.id}`;
    const body = {
      request_id: job.id,
      status_url: `${own}/status`,
      response_url: own,
      cancel_url: `${own}/cancel`,
      queue_position: 0,
    };
    return { body };
  },
  other({ path, base }, desk) {
    const [, id = '', action] = /^requests\/([\w-]+)(?:\/(status|cancel|picture))?$/.exec(path) ?? [];
    const job = desk.job(id);
    if (!job) return undefined;
    if (action === 'picture') return picture(desk.picture(job));
    if (action === 'cancel') desk.cancel(job);
    if (action === 'status') job.asked += 1;
    if (action) return falStatus(job, desk);
    return falResult(job, base);
  },
  error: (status) => ({ status, body: { detail: 'something' } }),
};

function falStatus(job: Job, desk: Desk): Reply {
  const ended = job.fault?.kind === 'failed' || job.fault?.kind === 'refused' || desk.picture(job) !== undefined;
  if (job.asked > 1 && ended) return { body: { status: 'COMPLETED' } };
  return { status: 202, body: { status: job.asked === 1 ? 'IN_QUEUE' : 'IN_PROGRESS' } };
}

function falResult(job: Job, base: string): Reply {
  if (job.fault?.kind === 'failed') return { status: 500, body: { detail: 'something' } };
  const refused = job.fault?.kind === 'refused';
  const images = job.fault?.kind === 'fewer' ? [] : [{ url: `${base}/requests/${job.id}/picture`, content_type: 'image/png' }];
  return { body: { images, seed: job.order.seed, has_nsfw_concepts: [refused] } };
}

export const promptAddress: Service = {
  id: 'prompt-address',
  order(call) {
    if (call.method !== 'GET' || !call.path.startsWith('image/')) return undefined;
    return {
      prompt: decodeURIComponent(call.path.slice('image/'.length)),
      seed: number(call.query.get('seed') ?? undefined, 1),
      width: number(call.query.get('width') ?? undefined, 1024),
      height: number(call.query.get('height') ?? undefined, 1024),
    };
  },
  answer: (_, bytes) => (bytes ? picture(bytes) : { type: 'image/png', body: Buffer.alloc(0) }),
  error: (status) => ({ status, body: { success: false, error: { code: 'INTERNAL_ERROR' }, status } }),
  refusal: () => ({ status: 400, body: { success: false, error: { code: 'content_policy_violation' }, status: 400 } }),
};

export function picture(bytes: Uint8Array<ArrayBuffer> | undefined): Reply {
  return bytes ? { type: 'image/png', body: Buffer.from(bytes) } : { status: 404, body: { detail: 'nothing' } };
}
