import type {
  changeEmailRequest,
  changePasswordRequest,
  confirmRequest,
  deleteAccountRequest,
  emailRequest,
  profileRequest,
  resetPasswordRequest,
  sessionResponse,
  sessionsResponse,
  signedInResponse,
  signInRequest,
  signUpRequest,
  verifiedResponse,
} from '@bakkum/api-contract/account';
import type { apiKeyMade, apiKeyRequest, apiKeysResponse } from '@bakkum/api-contract/api-keys';
import type { balanceResponse, statementResponse } from '@bakkum/api-contract/billing/credits';
import type {
  checkoutRequest,
  checkoutResponse,
  offersResponse,
  paymentResponse,
  paymentsResponse,
  returnRequest,
} from '@bakkum/api-contract/billing/payments';
import type {
  subscribeRequest,
  subscribeResponse,
  subscriptionResponse,
  subscriptionReturnRequest,
  subscriptionReturnResponse,
} from '@bakkum/api-contract/billing/subscriptions';
import type { contactRequest, contactResponse } from '@bakkum/api-contract/contact';
import type { demoResponse, mailboxResponse } from '@bakkum/api-contract/demo';
import type {
  backgroundRemoversResponse,
  batchesResponse,
  batchResponse,
  boardImagesRequest,
  boardRequest,
  boardResponse,
  boardsResponse,
  deletedResponse,
  editorsResponse,
  extendersResponse,
  extendRequest,
  generationRequest,
  imageChanges,
  imageResponse,
  imagesResponse,
  iterationsResponse,
  presetRequest,
  presetResponse,
  presetsResponse,
  refineRequest,
  removeBackgroundRequest,
  reportRequest,
  statisticsResponse,
  studioResponse,
  translationRequest,
  translationResponse,
  upscaleRequest,
  upscalersResponse,
  variationsRequest,
  variatorsResponse,
} from '@bakkum/api-contract/images/images';
import type {
  imageShareMade,
  imageShareResponse,
  sharedImageView,
  sharedReportRequest,
} from '@bakkum/api-contract/images/shares';
import type { FieldIssue, Problem, ProblemCode } from '@bakkum/api-contract/problem';
import type {
  connectRequest,
  signInMethodsResponse,
  singleSignOnRequest,
  singleSignOnResponse,
} from '@bakkum/api-contract/single-sign-on';
import type { z } from 'zod';
import { checkConnection } from '../state/network.ts';

type Call<Body, Answer> = { readonly body: Body; readonly answer: Answer };
type Command<Body extends z.ZodType = z.ZodUndefined> = Call<z.input<Body>, undefined>;
type Exchange<Body extends z.ZodType, Answer extends z.ZodType> = Call<z.input<Body>, z.infer<Answer>>;
type Question<Answer extends z.ZodType> = Call<undefined, z.infer<Answer>>;

/** The endpoints of the server, with their inputs and outputs (packages/api/contract). */
type Calls = {
  'GET /api/account/session': Question<typeof sessionResponse>;
  'GET /api/account/sessions': Question<typeof sessionsResponse>;
  'DELETE /api/account/sessions/{id}': Command;
  'POST /api/account/sessions/revoke-others': Command;
  'POST /api/account/sign-up': Command<typeof signUpRequest>;
  'POST /api/account/resend-verification': Command<typeof emailRequest>;
  'POST /api/account/verify': Exchange<typeof confirmRequest, typeof verifiedResponse>;
  'POST /api/account/sign-in': Call<z.input<typeof signInRequest>, z.infer<typeof signedInResponse>>;
  'GET /api/account/sign-in-methods': Question<typeof signInMethodsResponse>;
  'POST /api/account/single-sign-on': Exchange<typeof singleSignOnRequest, typeof singleSignOnResponse>;
  'POST /api/account/single-sign-on/connect': Exchange<typeof connectRequest, typeof singleSignOnResponse>;
  'POST /api/account/sign-out': Command;
  'POST /api/account/forgot-password': Command<typeof emailRequest>;
  'POST /api/account/reset-password': Command<typeof resetPasswordRequest>;
  'POST /api/account/change-password': Command<typeof changePasswordRequest>;
  'POST /api/account/change-email': Command<typeof changeEmailRequest>;
  'POST /api/account/confirm-email': Command<typeof confirmRequest>;
  'PATCH /api/account/profile': Call<z.input<typeof profileRequest>, z.infer<typeof signedInResponse>>;
  'POST /api/account/delete': Command<typeof deleteAccountRequest>;
  'GET /api/account/api-keys': Question<typeof apiKeysResponse>;
  'POST /api/account/api-keys': Exchange<typeof apiKeyRequest, typeof apiKeyMade>;
  'DELETE /api/account/api-keys/{id}': Command;
  'POST /api/contact': Exchange<typeof contactRequest, typeof contactResponse>;
  'GET /api/credits': Question<typeof balanceResponse>;
  'GET /api/credits/statement': Question<typeof statementResponse>;
  'GET /api/images': Question<typeof imagesResponse>;
  'GET /api/images/{id}': Question<typeof imageResponse>;
  'PATCH /api/images/{id}': Exchange<typeof imageChanges, typeof imageResponse>;
  'DELETE /api/images/{id}': Question<typeof deletedResponse>;
  'POST /api/images/{id}/restore': Question<typeof imageResponse>;
  'POST /api/images/{id}/refine': Exchange<typeof refineRequest, typeof batchResponse>;
  'POST /api/images/{id}/remove-background': Exchange<typeof removeBackgroundRequest, typeof batchResponse>;
  'GET /api/images/{id}/background-removers': Question<typeof backgroundRemoversResponse>;
  'POST /api/images/{id}/variations': Exchange<typeof variationsRequest, typeof batchResponse>;
  'GET /api/images/{id}/variators': Question<typeof variatorsResponse>;
  'POST /api/images/{id}/extend': Exchange<typeof extendRequest, typeof batchResponse>;
  'GET /api/images/{id}/extenders': Question<typeof extendersResponse>;
  'POST /api/images/{id}/upscale': Exchange<typeof upscaleRequest, typeof batchResponse>;
  'GET /api/images/{id}/upscalers': Question<typeof upscalersResponse>;
  'GET /api/images/{id}/share': Question<typeof imageShareResponse>;
  'POST /api/images/{id}/share': Question<typeof imageShareMade>;
  'DELETE /api/images/{id}/share': Command;
  'GET /api/images/shared/{id}': Question<typeof sharedImageView>;
  'POST /api/images/shared/{id}/reports': Command<typeof sharedReportRequest>;
  'GET /api/images/{id}/editors': Question<typeof editorsResponse>;
  'GET /api/images/{id}/iterations': Question<typeof iterationsResponse>;
  'POST /api/images/generations': Exchange<typeof generationRequest, typeof batchResponse>;
  'GET /api/images/generations': Question<typeof batchesResponse>;
  'POST /api/images/generations/{id}/cancel': Question<typeof batchResponse>;
  'GET /api/images/studio': Question<typeof studioResponse>;
  'GET /api/images/statistics': Question<typeof statisticsResponse>;
  'GET /api/images/boards': Question<typeof boardsResponse>;
  'POST /api/images/boards': Exchange<typeof boardRequest, typeof boardResponse>;
  'DELETE /api/images/boards/{id}': Command;
  'POST /api/images/boards/{id}/add': Command<typeof boardImagesRequest>;
  'POST /api/images/boards/{id}/remove': Command<typeof boardImagesRequest>;
  'GET /api/images/presets': Question<typeof presetsResponse>;
  'POST /api/images/presets': Exchange<typeof presetRequest, typeof presetResponse>;
  'DELETE /api/images/presets/{id}': Command;
  'POST /api/images/reports': Command<typeof reportRequest>;
  'POST /api/images/translations': Exchange<typeof translationRequest, typeof translationResponse>;
  'GET /api/payments': Question<typeof paymentsResponse>;
  'GET /api/payments/offers': Question<typeof offersResponse>;
  'POST /api/payments': Exchange<typeof checkoutRequest, typeof checkoutResponse>;
  'POST /api/payments/return': Exchange<typeof returnRequest, typeof paymentResponse>;
  'POST /api/subscriptions': Exchange<typeof subscribeRequest, typeof subscribeResponse>;
  'POST /api/subscriptions/return': Exchange<typeof subscriptionReturnRequest, typeof subscriptionReturnResponse>;
  'POST /api/subscriptions/change': Exchange<typeof subscribeRequest, typeof subscribeResponse>;
  'POST /api/subscriptions/cancel': Question<typeof subscriptionResponse>;
  'GET /api/payments/{id}': Question<typeof paymentResponse>;
  'POST /api/payments/{id}/refund': Question<typeof paymentResponse>;
  'GET /api/demo': Question<typeof demoResponse>;
  'GET /api/demo/mail': Question<typeof mailboxResponse>;
};

/** The reason a request failed. `unreachable` means no answer, or an answer that did not come from our server. */
export type Failure = {
  readonly code: ProblemCode | 'unreachable';
  readonly details: readonly FieldIssue[];
  readonly retryAfterS?: number;
};
export type Answer<Body> = { readonly ok: true; readonly body: Body } | { readonly ok: false; readonly failure: Failure };

type Options = {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | number>>;
  /** Idempotency key: repeated requests with the same key and body run once. */
  readonly idempotencyKey?: string;
};

const UNREACHABLE: Failure = { code: 'unreachable', details: [] };

/** Sends a request. Never throws; a lost connection is returned as a failure. */
export async function call<Name extends keyof Calls>(
  name: Name,
  body?: Calls[Name]['body'],
  { id = '', query = {}, idempotencyKey }: Options = {},
): Promise<Answer<Calls[Name]['answer']>> {
  const [method = '', path = ''] = name.split(' ');
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)])).toString();
  try {
    const response = await fetch(path.replace('{id}', encodeURIComponent(id)) + (search && `?${search}`), {
      method,
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    // Server and client are checked against the same schemas.
    if (response.ok) return { ok: true, body: (text === '' ? undefined : JSON.parse(text)) as Calls[Name]['answer'] };
    return { ok: false, failure: failureOf(JSON.parse(text) as Partial<Problem>) };
  } catch {
    void checkConnection();
    return { ok: false, failure: UNREACHABLE };
  }
}

/** Returns the failure in a problem document, for callers that do not use `call`. */
export function failureOf({ error }: Partial<Problem>): Failure {
  if (!error) return UNREACHABLE;
  const { code, details = [], retryAfter } = error;
  return { code, details, ...(retryAfter !== undefined && { retryAfterS: retryAfter }) };
}
