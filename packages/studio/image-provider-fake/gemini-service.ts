/** Fake of Google's Gemini API as of November 2026. */
import { base64, type Call, jsonBody, pictureIn, type Reply, type Service, text } from './service.ts';
import { isRefusedBySchema } from './vendor-schemas.ts';

/** Sizes in https://ai.google.dev/gemini-api/docs/image-generation: of Gemini 2.5, then of Gemini 3 at 1K, 2K and 4K. */
const SIZES: Readonly<Record<string, readonly string[]>> = {
  '1:1': ['1024x1024', '1024x1024', '2048x2048', '4096x4096'],
  '2:3': ['832x1248', '848x1264', '1696x2528', '3392x5056'],
  '3:2': ['1248x832', '1264x848', '2528x1696', '5056x3392'],
  '3:4': ['864x1184', '896x1200', '1792x2400', '3584x4800'],
  '4:3': ['1184x864', '1200x896', '2400x1792', '4800x3584'],
  '4:5': ['896x1152', '928x1152', '1856x2304', '3712x4608'],
  '5:4': ['1152x896', '1152x928', '2304x1856', '4608x3712'],
  '9:16': ['768x1344', '768x1376', '1536x2752', '3072x5504'],
  '16:9': ['1344x768', '1376x768', '2752x1536', '5504x3072'],
  '21:9': ['1536x672', '1584x672', '3168x1344', '6336x2688'],
};

/** Columns of that table that a model draws, by `imageSize`; the first is what it draws without one. */
const MODELS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'gemini-nano-banana-2.1': { '1K': 1, '2K': 2, '4K': 3 },
  'gemini-3.1-flash-lite-image': { '1K': 1 },
  'gemini-3-pro-image': { '1K': 1, '2K': 2, '4K': 3 },
  'gemini-2.5-flash-image': { '1K': 0 },
};

const PATH = /^models\/([\w.-]+):generateContent$/;

function objectIn(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The size that the model draws for this request; undefined if it draws none. */
function sizeOf({ path }: Call, body: Record<string, unknown>) {
  const { aspectRatio, imageSize } = objectIn(objectIn(body['generationConfig'])['imageConfig']);
  const columns = MODELS[PATH.exec(path)?.[1] ?? ''] ?? {};
  const column = imageSize === undefined ? Object.values(columns)[0] : columns[text(imageSize)];
  const [width, height] = SIZES[text(aspectRatio) || '1:1']?.[column ?? -1]?.split('x').map(Number) ?? [];
  return width !== undefined && height !== undefined ? { width, height } : undefined;
}

function partsIn(body: Record<string, unknown>): readonly Record<string, unknown>[] {
  const [first] = [body['contents']].flat();
  return [objectIn(first)['parts']].flat().map(objectIn);
}

export const gemini: Service = {
  id: 'gemini',
  key: { header: 'x-goog-api-key', prefix: '' },
  order(call) {
    if (call.method !== 'POST' || !PATH.test(call.path)) return undefined;
    const body = jsonBody(call);
    const parts = partsIn(body);
    const prompt = parts.map((part) => text(part['text'])).join('');
    const picture = parts.flatMap((part) => pictureIn(objectIn(part['inlineData'])['data']) ?? [])[0];
    return { prompt, seed: prompt.length, ...(sizeOf(call, body) ?? { width: 1, height: 1 }), picture };
  },
  invalid(_, call) {
    if (!MODELS[PATH.exec(call.path)?.[1] ?? '']) return errorOf(404, 'NOT_FOUND');
    const body = jsonBody(call);
    return sizeOf(call, body) && !isRefusedBySchema('gemini', 'request', body) ? undefined : errorOf(400, 'INVALID_ARGUMENT');
  },
  answer(_, picture) {
    const parts = picture ? [{ inlineData: { mimeType: 'image/png', data: base64(picture) } }] : [{ text: 'Here you are.' }];
    // A draft precedes the result.
    const draft = { thought: true, inlineData: { mimeType: 'image/png', data: base64(Buffer.from('draft')) } };
    return { body: { candidates: [{ content: { role: 'model', parts: [draft, ...parts] }, finishReason: 'STOP', index: 0 }] } };
  },
  other({ path, method }) {
    const [, model = ''] = /^models\/([\w.-]+)$/.exec(path) ?? [];
    if (method !== 'GET' || model === '') return undefined;
    return MODELS[model] ? { body: { name: `models/${model}`, version: '1' } } : errorOf(404, 'NOT_FOUND');
  },
  error(status) {
    if (status === 401) return errorOf(400, 'INVALID_ARGUMENT', [errorInfo('API_KEY_INVALID')]);
    return status === 429 ? quotaFailure('GenerateRequestsPerMinutePerProjectPerModel') : errorOf(status, 'UNKNOWN');
  },
  noBalance: () => errorOf(429, 'RESOURCE_EXHAUSTED', [], 'Your prepayment credits are depleted.'),
  refusal: () => ({ body: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } } }),
};

type Detail = { readonly '@type': string; readonly [name: string]: unknown };

function errorOf(code: number, status: string, details: readonly Detail[] = [], message = 'something'): Reply {
  return { status: code, body: { error: { code, message, status, ...(details.length > 0 && { details }) } } };
}

function errorInfo(reason: string): Detail {
  return { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' };
}

function quotaFailure(quotaId: string): Reply {
  return errorOf(429, 'RESOURCE_EXHAUSTED', [
    { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId }] },
  ]);
}
