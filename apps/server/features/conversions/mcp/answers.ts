import { CONVERSION_PROBLEM_TITLES, type ConversionProblem } from '@bakkum/api-contract/conversions/problems';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { Overloaded } from '../../../http/requests/concurrency-limiter.ts';
import { ApiProblem } from '../problem.ts';
import { type Details, detailsIn } from '../problem-details.ts';

/** Structured content of a failed call, with the codes of the REST API. */
export const toolError = z.object({
  code: z.string(),
  message: z.string().describe('What went wrong'),
  next_step: z.string().describe('What to do about it'),
  details: z.record(z.string(), z.unknown()).optional(),
});

const TRY_LATER = 'Wait a minute, then try again.';
const DEFAULT_STEP = 'Correct the arguments as described in the details.';

/** Next steps for the program that called the tool. */
const NEXT_STEPS: Partial<Record<ConversionProblem, string>> = {
  INVALID_FORMAT: 'Choose one of the supported formats in the details.',
  INVALID_OPTION: 'Call list_formats with "from" and "to" to see the options.',
  UNKNOWN_FILE: 'Give a filename with an extension, or tell the user that the file cannot be converted.',
  EMPTY_FILE: 'Ask the user for the original file.',
  INSUFFICIENT_SCOPE: 'Ask the user for an API key with this scope.',
  PLAN_NEEDED: 'Tell the user which plan this needs.',
  STORAGE_FULL: 'Ask the user to delete results, or wait until they expire.',
  NOT_FOUND: 'Check the id. Files and jobs of other accounts do not exist for this key.',
  UPLOAD_INCOMPLETE: 'Finish the upload first.',
  NOT_READY: 'Call get_job until its status is completed.',
  GONE: 'Upload the file again.',
  FILE_TOO_LARGE: 'Upload the file with POST /api/v1/uploads and pass its upload_id, or use a smaller one.',
  CONVERSION_FAILED: 'Read the error in the details. Another format may work.',
  RATE_LIMIT_EXCEEDED: TRY_LATER,
  TOO_MANY_JOBS: 'Wait until some jobs have finished, then try again.',
  TOO_MANY_UPLOADS: TRY_LATER,
  QUEUE_FULL: 'Wait `retry_after` seconds, then try again.',
  INTERNAL: 'Try again once. If it fails again, tell the user.',
  UNAVAILABLE: TRY_LATER,
  INSUFFICIENT_STORAGE: TRY_LATER,
};

export function problemResult(code: ConversionProblem, details?: Details): CallToolResult {
  const message = CONVERSION_PROBLEM_TITLES.en[code];
  const next = NEXT_STEPS[code] ?? DEFAULT_STEP;
  const error = { code, message, next_step: next, ...(details && { details: detailsIn('en', details) }) };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(error) }], structuredContent: { error } };
}

/** Returns expected problems as results. Defects are logged by the caller and reported without details. */
export async function answering(work: () => Promise<CallToolResult>, onDefect: (error: Error) => void): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiProblem) return problemResult(error.code, error.details);
    if (error instanceof Overloaded) return problemResult('RATE_LIMIT_EXCEEDED');
    onDefect(error instanceof Error ? error : new Error(String(error)));
    return problemResult('INTERNAL');
  }
}

/** Clients without support for structured content get the same as text. */
export function structured(structuredContent: Record<string, unknown>, links: CallToolResult['content'] = []): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }, ...links], structuredContent };
}
