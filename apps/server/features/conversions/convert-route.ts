/** Converts a file and answers with the result in the same response, for files that take seconds. */
import * as contract from '@bakkum/api-contract/conversions/conversions';
import type { JobChanges } from '@bakkum/conversion-jobs/changes';
import { findJobWithResults } from '@bakkum/conversion-jobs/jobs';
import type { JobRow } from '@bakkum/conversion-jobs/rows';
import { publicFormats } from '@bakkum/registry/catalogue';
import { z } from 'zod';
import { type ApiApp, answer } from '../../http/api-routes.ts';
import { fieldFaults } from '../../http/field-sentences.ts';
import type { Services } from '../../services.ts';
import type { ApiContext, Authentication, Principal } from './authentication.ts';
import { checkQueue } from './create-job.ts';
import {
  addUnparsed,
  createApiRoutes,
  DOCUMENTED,
  FAILED,
  FILE,
  FILES,
  idempotencyOf,
  keyOf,
  RECEIVES_FILE,
} from './documented.ts';
import { BINARY, sendResults } from './download-routes.ts';
import { createJobFromForm, createJobOfFile, orderFrom } from './file-jobs.ts';
import { showingFor } from './job-routes.ts';
import { holdFor, waitForEnd } from './long-poll.ts';
import { ApiProblem } from './problem.ts';
import { bodyOf } from './uploads/form.ts';
import { type Incoming, safeFileName } from './uploads/upload-intake.ts';
import { oneJobView } from './views.ts';

/** Longest wait for the result, in seconds. Most proxies end a silent request after a minute. */
const WAIT_SECONDS = 30;

const tags = ['Jobs'];
const convert = {
  method: 'post',
  path: '/api/v1/convert',
  operationId: 'convertNow',
  summary: 'Convert a file, or several into one, and get the result in the response',
  description:
    'Send the file as the body, or a form with a `file` field for each file. Set the target with `to`, with `target_format` in a form, or with a media type in `Accept`. ' +
    'If the result is several files, you get a ZIP. If the conversion takes longer than 30 seconds, you get 202 with the job, and the conversion continues. `Location` is the URL of the job.',
  tags,
  middleware: RECEIVES_FILE,
  request: {
    headers: contract.idempotencyKey,
    query: contract.convertQuery,
    body: {
      required: true,
      content: {
        'application/octet-stream': { schema: FILE },
        'multipart/form-data': { schema: contract.orderRequest.partial().omit({ options: true }).extend({ file: FILES }) },
      },
    },
  },
  responses: {
    200: { description: 'The result', content: BINARY, headers: z.object({ location: z.string() }) },
    202: { ...answer('The job, if it takes longer', contract.jobView), headers: z.object({ location: z.string() }) },
    ...FAILED,
    ...DOCUMENTED,
  },
} as const;

export function convertRoute(services: Services, authentication: Authentication, changes: JobChanges): ApiApp {
  const routes = createApiRoutes(authentication);
  addUnparsed(routes, convert, async (context) => {
    const principal = await authentication.require(context, 'command', 'convert:write');
    const { job: row, results } = await heldBy(services, principal, context, async () => {
      const job = await orderedJob(services, principal, context);
      if (!job.ended_at) await waitForEnd(changes, job, WAIT_SECONDS, context.req.raw.signal);
      const found = await findJobWithResults(services.database, principal.owner, job.id);
      if (!found) throw new ApiProblem('NOT_FOUND');
      return found;
    });
    context.header('Location', `/api/v1/jobs/${row.id}`);
    if (row.state === 'completed') return sendResults(services, context, { job: row, results });
    const view = await oneJobView(services.conversions, row, showingFor(context, services));
    if (!row.ended_at) return context.json(view, 202);
    throw new ApiProblem('CONVERSION_FAILED', {
      status: row.state,
      job_id: row.id,
      ...(view.error && { conversion_error: view.error }),
    });
  });
  return routes;
}

/** Counts the request while it works, before anything is stored. @throws Overloaded */
async function heldBy<T>(services: Services, principal: Principal, context: ApiContext, work: () => Promise<T>): Promise<T> {
  const release = holdFor(services, context, principal);
  try {
    return await work();
  } finally {
    release();
  }
}

/** Creates the job of a request, or finds the one of the same idempotency key. */
function orderedJob(services: Services, principal: Principal, context: ApiContext): Promise<JobRow> {
  const given = context.req.query();
  const query = contract.convertQuery.safeParse(given);
  if (!query.success) throw new ApiProblem('INVALID_REQUEST', { fields: fieldFaults(query.error, given) });
  const { to = acceptedFormat(context), quality, filename } = query.data;
  const isForm = /^multipart\/form-data\s*(;|$)/i.test(context.req.header('Content-Type') ?? '');
  const order = { ...(to !== undefined && { target_format: to }), ...(quality !== undefined && { quality }) };
  return isForm
    ? createJobFromForm(services, principal, context, order)
    : createJobFromBody(services, principal, context, { order, filename });
}

/** Format of the first media type in `Accept`, if it names one. */
function acceptedFormat(context: ApiContext): string | undefined {
  const [first = ''] = (context.req.header('Accept') ?? '').split(/[,;]/, 1);
  const type = first.trim().toLowerCase();
  return publicFormats().find(({ mediaTypes }) => mediaTypes.includes(type))?.id;
}

type Asked = { readonly order: Readonly<Record<string, string>>; readonly filename: string | undefined };

async function createJobFromBody(
  services: Services,
  principal: Principal,
  context: ApiContext,
  { order, filename }: Asked,
): Promise<JobRow> {
  // Refuses an invalid key or target, and a job that would wait too long, before the file arrives.
  const key = keyOf(context);
  const request = orderFrom(order);
  const limit = principal.limits.fileBytes;
  if (Number(context.req.header('Content-Length') ?? 0) > limit) throw new ApiProblem('FILE_TOO_LARGE', { limit });
  await checkQueue(services, principal, key);
  const incoming: Incoming = { name: safeFileName(filename), source: 'form', body: bodyOf(context) };
  return createJobOfFile(services, principal, incoming, ({ name, sha256 }) => ({
    request,
    idempotency: idempotencyOf(services, context, ['convert', request, name, sha256]),
  }));
}
