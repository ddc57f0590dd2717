import type { ConversionProblemBody } from '@bakkum/api-contract/conversions/conversions';
import {
  CONVERSION_PROBLEM_TITLES,
  CONVERSION_PROBLEMS,
  type ConversionProblem,
} from '@bakkum/api-contract/conversions/problems';
import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { localeOf } from '../../http/problem-answer.ts';
import { type Details, detailsIn } from './problem-details.ts';

/** Thrown by /api/v1 routes to respond with a problem. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: ConversionProblem;
  readonly details: Details | undefined;

  constructor(code: ConversionProblem, details?: Details) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

/** Problem response in the language of the client. */
export function problemOf(context: Context, code: ConversionProblem, details?: Details): Response {
  const locale = localeOf(context);
  const title = CONVERSION_PROBLEM_TITLES[locale][code];
  // 460 is a status of the protocol for resumable uploads.
  const status: StatusCode = CONVERSION_PROBLEMS[code] === 460 ? (460 as StatusCode) : CONVERSION_PROBLEMS[code];
  const error = { code, message: title, ...(details && { details: detailsIn(locale, details) }) };
  const body: ConversionProblemBody = { type: `about:blank#${code}`, title, status, error };
  if (details?.retry_after !== undefined) context.header('Retry-After', String(details.retry_after));
  context.header('Content-Type', 'application/problem+json');
  return context.newResponse(JSON.stringify(body), status);
}
