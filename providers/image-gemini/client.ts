import { ratioToDraw } from '@bakkum/image-provider/drawn-size';
import { ProviderFault } from '@bakkum/image-provider/fault';
import {
  type Answer,
  anyJson,
  ask,
  base64Of,
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

const ratings = z.array(z.object({ category: z.string().optional(), blocked: z.boolean().optional() })).optional();
const part = z.object({
  /** A draft of a model that thinks, not the result. */
  thought: z.boolean().optional(),
  inlineData: z.object({ mimeType: z.string(), data: z.string() }).optional(),
});
const candidate = z.object({
  content: z.object({ parts: z.array(part).optional() }).optional(),
  finishReason: z.string().optional(),
  safetyRatings: ratings,
});
const answered = z.object({
  candidates: z.array(candidate).optional(),
  promptFeedback: z.object({ blockReason: z.string().optional(), safetyRatings: ratings }).optional(),
});
const detail = z.object({
  reason: z.string().optional(),
  violations: z.array(z.object({ quotaId: z.string().optional() })).optional(),
});
const failed = z.object({
  error: z.object({ status: z.string().optional(), message: z.string().optional(), details: z.array(detail).optional() }),
});
const described = z.object({ name: z.string() });
type Failed = z.infer<typeof failed>['error'];

/** `POST models/…:generateContent`; synchronous, so a request cannot be cancelled or queried. */
export function createClient({ key = '', base = '' }: ProviderValues, model: ImageModel): ImageClient {
  const address = under(base, `models/${encodeURIComponent(model.id)}:generateContent`);
  return {
    async submit(order, { signal }) {
      const answer = await ask(address, { ...jsonInit(bodyOf(order, model), { 'x-goog-api-key': key }), signal });
      if (!isOk(answer)) throw faultOf(answer);
      return { state: 'done', drawn: drawnOf(answer) };
    },
    async check({ signal }) {
      const answer = await read(
        under(base, `models/${encodeURIComponent(model.id)}`),
        { headers: { 'x-goog-api-key': key }, signal },
        faultOf,
      );
      jsonOf(answer, described);
      return {};
    },
  };
}

function bodyOf(order: PictureOrder, { sizes }: ImageModel) {
  const [aspectRatio, imageSize] = ratioToDraw(sizes, order).split(' ');
  const picture = order.edit && { inlineData: { mimeType: 'image/png', data: base64Of(order.edit.picture) } };
  return {
    contents: [{ role: 'user', parts: [{ text: order.prompt }, ...(picture ? [picture] : [])] }],
    generationConfig: { responseModalities: ['IMAGE'], imageConfig: { aspectRatio, ...(imageSize && { imageSize }) } },
  };
}

/** Reasons to stop that concern the content. */
const REFUSALS = new Set([
  'SAFETY',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'RECITATION',
  'MODEL_ARMOR',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
]);

/** @throws ProviderFault also with status 200: `refused`, `language`, `failed` or `bad-answer` */
function drawnOf(answer: Answer): Drawn {
  const { candidates: [first] = [], promptFeedback } = jsonOf(answer, answered);
  const { blockReason: blocked } = promptFeedback ?? {};
  if (blocked) throw new ProviderFault('refused', `blockReason ${wordOf(blocked)}`, categoriesOf(promptFeedback?.safetyRatings));
  const { finishReason: reason = 'STOP', content, safetyRatings } = first ?? {};
  const what = `finishReason ${wordOf(reason)}`;
  if (REFUSALS.has(reason)) throw new ProviderFault('refused', what, categoriesOf(safetyRatings));
  if (reason === 'LANGUAGE') throw new ProviderFault('language', what);
  if (reason !== 'STOP') throw new ProviderFault('failed', what);
  const pictures = (content?.parts ?? []).flatMap(({ thought, inlineData }) => (thought || !inlineData ? [] : [inlineData]));
  const picture = pictures.findLast(({ mimeType }) => mimeType.startsWith('image/'));
  if (!picture) throw new ProviderFault('bad-answer', 'no picture in the answer');
  return { content: bytesOfBase64(picture.data) };
}

/** `HARM_CATEGORY_SEXUALLY_EXPLICIT` as `sexually-explicit`. */
function categoriesOf(rated: z.infer<typeof ratings>): readonly string[] {
  const blocked = (rated ?? []).filter((one) => one.blocked);
  return blocked.flatMap(({ category }) => {
    const word = wordOf(category).replace(/^HARM_CATEGORY_/, '');
    return word === '' ? [] : [word.toLowerCase().replaceAll('_', '-')];
  });
}

function faultOf(answer: Answer): ProviderFault {
  const parsed = failed.safeParse(anyJson(answer));
  const error: Failed = parsed.success ? parsed.data.error : {};
  const reason = error.details?.map((one) => wordOf(one.reason)).find((word) => word !== '');
  const what = reason ?? wordOf(error.status);
  const message = `status ${answer.status} ${what}`;
  // An invalid key is answered 400, like an invalid request.
  if (reason === 'API_KEY_INVALID') return new ProviderFault('auth', message);
  if (isQuota(answer.status, error)) return new ProviderFault('quota', message);
  return faultOfStatus(answer.status, what);
}

/** Whether waiting a minute does not help: no billing, nothing left of the credit, or the limit of a day. */
function isQuota(status: number, { status: code, message, details = [] }: Failed): boolean {
  if (code === 'FAILED_PRECONDITION') return true;
  if (status !== 429) return false;
  // oxlint-disable-next-line bakkum/no-message-matching -- the service has no code for used-up credit
  if (/\bprepayment credits\b/i.test(message ?? '')) return true;
  return details.some(({ violations = [] }) => violations.some(({ quotaId = '' }) => quotaId.includes('PerDay')));
}
