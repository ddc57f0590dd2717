/**
 * The conversion API under /api/v1. Field names follow its specification, in snake case. Resources of other clients answer
 * `NOT_FOUND`. Requests that start something may carry an `Idempotency-Key`: the same key and request return the same job.
 */
import { z } from 'zod';
import { API_SCOPES } from '../api-keys.ts';
import { MAX_INPUTS } from '../limits.ts';
import { text } from '../text.ts';
import { CONVERSION_PROBLEMS, type ConversionProblem } from './problems.ts';
import { CONVERSION_TIERS, DEFAULT_RETENTION, RETENTIONS, STORAGES } from './tiers.ts';

const moment = z.iso.datetime();
const id = z.uuid();
const bytes = z.number().int().min(0);
const FILE_NAME_LENGTH = 255;
const MAX_URL_LENGTH = 2000;

export const JOB_STATES = ['queued', 'processing', 'completed', 'error', 'cancelled', 'expired'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** What can be made of several files. */
export const OPERATIONS = ['combine', 'compare', 'sign'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** The name a person gave the file, without characters that file systems and headers reject. */
export const fileName = text().trim().min(1).max(FILE_NAME_LENGTH).describe('File name with extension');
const address = text().max(MAX_URL_LENGTH).describe('URL of a file on a public server, http or https');
/** A format's id or one of its extensions. */
const formatName = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^\.?[a-z0-9][a-z0-9.+_-]{0,31}$/)
  .transform((name) => name.replace(/^\./, ''));
const optionValue = z.union([text().max(4000), z.number(), z.boolean(), z.null()]);

export const uploadView = z
  .object({
    upload_id: id,
    filename: z.string(),
    size: bytes.nullable().describe('Total file size in bytes; null until a resumable upload declares it'),
    received: bytes.describe('Bytes received so far'),
    complete: z.boolean(),
    format: z
      .string()
      .nullable()
      .describe('Format detected from the content; null until the upload is complete, or if the format is unknown'),
    created_at: moment,
    expires_at: moment,
  })
  .meta({ id: 'Upload' });
export type UploadView = z.infer<typeof uploadView>;

/** POST /api/v1/uploads with JSON: the server fetches the file. */
export const uploadFromUrlRequest = z.object({ url: address, filename: fileName.optional() }).meta({ id: 'UploadFromUrl' });

const COMBINE_TEXT = `\`combine\`: one file of 2 to ${MAX_INPUTS}, in their order`;
const COMPARE_TEXT = '`compare`: the differences of 2 documents, as `pdf`, `json` or `txt`';
const SIGN_TEXT =
  '`sign`: a signed PDF, from a document and a certificate (PKCS #12). The certificate and its password are deleted when the job ends, so it can’t be retried';

const orderFields = {
  operation: z
    .enum(OPERATIONS)
    .optional()
    .describe(`What to make of several files. ${COMBINE_TEXT}. ${COMPARE_TEXT}. ${SIGN_TEXT}`),
  target_format: formatName.describe('Format to convert to: `pdf`, `png`, …'),
  quality: z.enum(['high', 'medium', 'low']).optional().describe('Used only if the conversion has this option'),
  options: z
    .record(text().max(60), optionValue)
    .default({})
    .describe('Options of this conversion or operation, as listed by GET /api/v1/formats/{from}/{to}'),
  webhook_url: text().max(MAX_URL_LENGTH).optional().describe('URL to notify when the job ends'),
  retention: z.enum(RETENTIONS).default(DEFAULT_RETENTION).describe('How long to keep the result'),
  storage: z
    .enum(STORAGES)
    .optional()
    .describe(
      '`temporary`: up to one day. `persistent`: for the time set by `retention`. `archive`: until you delete it. By default, it depends on `retention`',
    ),
  backup: z.boolean().default(false).describe('Keep a copy in backup storage, if this server has any'),
  tag: text().max(100).optional().describe('Your own label, returned with the job and usable as a filter'),
};

/** Fields of a conversion request, however the file arrives. */
export const orderRequest = z.object(orderFields);
export type OrderRequest = z.infer<typeof orderRequest>;

/** POST /api/v1/convert */
export const convertQuery = z.strictObject({
  to: formatName.optional().describe('Format to convert to: `pdf`, `png`, …'),
  filename: fileName.optional().describe('File name, if the file is the body; its extension helps detect the format'),
  quality: orderFields.quality,
});

/** POST /api/v1/jobs */
export const jobRequest = z
  .object({
    upload_id: id.optional().describe('ID of an uploaded file'),
    upload_ids: z.array(id).min(2).max(MAX_INPUTS).optional().describe('IDs of uploaded files, in their order'),
    url: address.optional(),
    filename: fileName.optional().describe('File name to use with `url`, if it differs from the last part of the URL'),
    ...orderFields,
    operation: z
      .enum(['combine', 'compare'])
      .optional()
      .describe(`What to make of several files. ${COMBINE_TEXT}. ${COMPARE_TEXT}. To sign, send the files in a form`),
  })
  .refine(({ upload_id, upload_ids, url }) => [upload_id, upload_ids, url].filter((each) => each !== undefined).length === 1, {
    params: { oneOf: ['upload_id', 'upload_ids', 'url'] },
  })
  .refine(({ operation, upload_ids }) => operation !== undefined || upload_ids === undefined, { path: ['operation'] })
  .refine(({ operation, upload_ids }) => operation === undefined || upload_ids !== undefined, { path: ['upload_ids'] })
  .check(({ value, issues }) => {
    const { operation, upload_ids: input } = value;
    if (operation === 'compare' && input && input.length > 2)
      issues.push({ code: 'too_big', origin: 'array', maximum: 2, input, path: ['upload_ids'] });
  })
  .meta({ id: 'JobRequest' });
export type JobRequest = z.infer<typeof jobRequest>;

const outputFile = z.object({
  index: z.number().int(),
  filename: z.string(),
  media_type: z.string(),
  size: bytes,
  download_url: z.string(),
});

/** Maximum result files of each job in a list of jobs. */
export const MAX_LISTED_FILES = 20;

export const jobView = z
  .object({
    job_id: id,
    status: z.enum(JOB_STATES),
    progress: z.number().int().min(0).max(100).nullable().describe('Percent; null if progress can’t be measured'),
    operation: z.enum(OPERATIONS).nullable().describe('What is made of several files; null for a conversion of one'),
    input_count: z.number().int().describe('Number of files the job was created with'),
    original_filename: z.string().nullable().describe('Name of the first file; null once the job has expired'),
    source_format: z.string().describe('Format of the first file'),
    target_format: z.string(),
    original_size: bytes.describe('Total size of all files in bytes'),
    converted_filename: z.string().nullable(),
    file_size: bytes.nullable().describe('Total size of all result files in bytes'),
    download_url: z.string().nullable(),
    file_count: z.number().int().describe('Number of result files'),
    files: z
      .array(outputFile)
      .describe(
        `More than one if a file becomes several, such as one image per page. Lists of jobs contain only the first ${MAX_LISTED_FILES} files of each job; get the job to see all of them`,
      ),
    fidelity: z.string().nullable().describe('What the conversion keeps: lossless, lossy, layout-lost, text-only, picture'),
    warnings: z.array(
      z.object({ code: z.string(), message: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }),
    ),
    error: z
      .object({
        code: z.string(),
        message: z.string(),
        input: z.number().int().nullable().describe('Index of the file that failed, if the job has several and it is known'),
      })
      .nullable(),
    estimated_completion: moment
      .nullable()
      .describe('Estimated from progress, recent conversions of the same kind and the queue; null when the job has ended'),
    created_at: moment,
    started_at: moment.nullable(),
    completed_at: moment.nullable(),
    expires_at: moment.nullable().describe('When the result is deleted'),
    retry_until: moment.nullable().describe('Deadline for retrying the job'),
    retention: z.enum(RETENTIONS),
    storage: z.enum(STORAGES),
    backup: z.enum(['off', 'pending', 'kept']).describe('Whether backup storage has a copy of the result'),
    attempts: z.number().int(),
    webhook_url: z.string().nullable(),
    tag: z.string().nullable(),
  })
  .meta({ id: 'Job' });
export type JobView = z.infer<typeof jobView>;

/** Maximum seconds a request waits for a job. */
export const MAX_WAIT_SECONDS = 60;
export const jobQuery = z.object({
  wait: z.coerce
    .number()
    .min(0)
    .max(MAX_WAIT_SECONDS)
    .optional()
    .describe('Seconds to wait for the job to end; the response arrives as soon as it does'),
});

/** GET /api/v1/jobs: newest first. */
export const jobsQuery = z.object({
  status: z.enum(JOB_STATES).optional(),
  tag: text().max(100).optional(),
  cursor: text().max(100).optional().describe('`next_cursor` of the previous page'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
export const jobList = z.object({ jobs: z.array(jobView), next_cursor: z.string().nullable() }).meta({ id: 'JobList' });

export const downloadQuery = z.object({
  file: z.coerce.number().int().min(0).optional().describe('Index of the file, if there are several'),
});

/** Signed URLs with temporary credentials are long. */
const MAX_SIGNED_URL_LENGTH = 8000;
const MAX_HEADER_LENGTH = 1000;
/** Headers that storage services sign or need. None of them names another server or frames the body. */
const EXPORT_HEADER = /^(?:content-(?:type|disposition|language|md5)|cache-control|x-(?:amz|goog|ms)-[a-z0-9-]{1,80})$/i;
/** Printable characters, which a header may carry. */
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;

/** POST /api/v1/jobs/{id}/export */
export const exportRequest = z
  .object({
    url: text().max(MAX_SIGNED_URL_LENGTH).describe('URL signed for PUT on a public server, http or https'),
    file: z.number().int().min(0).optional().describe('Index of the file, if there are several'),
    headers: z
      .record(z.string().regex(EXPORT_HEADER), z.string().max(MAX_HEADER_LENGTH).regex(HEADER_VALUE))
      .default({})
      .describe(
        'Headers that the URL was signed with: `Content-Type`, `Content-Disposition`, `Content-Language`, `Content-MD5`, `Cache-Control`, and names that begin with `x-amz-`, `x-goog-` or `x-ms-`',
      ),
  })
  .meta({ id: 'ExportRequest' });
export type ExportRequest = z.infer<typeof exportRequest>;

export const exportView = z
  .object({
    filename: z.string(),
    size: bytes.describe('Bytes that were uploaded'),
    attempts: z.number().int().describe('Number of attempts that were needed'),
    etag: z.string().nullable().describe('The `ETag` of the stored object, if the storage returned one'),
  })
  .meta({ id: 'Export' });
export type ExportView = z.infer<typeof exportView>;

const formatView = z.object({
  id: z.string(),
  name: z.string(),
  extensions: z.array(z.string()),
  media_type: z.string(),
  category: z.string(),
  targets: z.array(z.string()).describe('Formats it can be converted to'),
});
export const formatsQuery = z.object({ category: text().max(40).optional() });
export const formatList = z.object({ formats: z.array(formatView) }).meta({ id: 'FormatList' });
export type FormatView = z.infer<typeof formatView>;

/** Places where the website can do conversions. */
export const WEBSITE_BROWSERS = ['chromium', 'firefox', 'safari', 'phones'] as const;

export const pairQuery = z.object({
  operation: z
    .enum(OPERATIONS)
    .optional()
    .describe('List the options of an operation on several files of the format `from` instead'),
});

/** GET /api/v1/formats/{from}/{to}; `options` is a JSON Schema of the object that POST /jobs takes. */
export const pairView = z
  .object({
    from: z.string(),
    to: z.string(),
    fidelity: z.string(),
    options: z.record(z.string(), z.unknown()).describe('A JSON Schema (2020-12)'),
    browsers: z
      .array(z.enum(WEBSITE_BROWSERS))
      .describe('Where the website can do this conversion too; `phones` are all devices with less than 4 GB of memory'),
  })
  .meta({ id: 'Conversion' });
export type PairView = z.infer<typeof pairView>;

const countedBytes = bytes.describe('Bytes; each result file counts as at least 4,096');
const rate = z.object({ limit: z.number().int(), remaining: z.number().int(), resets_at: moment });
export const apiAccountView = z
  .object({
    tier: z.enum(CONVERSION_TIERS),
    scopes: z.array(z.enum(API_SCOPES)),
    limits: z.object({
      requests_per_hour: z.number().int(),
      reads_per_hour: z.number().int(),
      file_size: bytes,
      open_jobs: z.number().int(),
      jobs_at_once: z.number().int(),
      storage: bytes,
      minutes_per_job: z.number().int(),
      retentions: z.array(z.enum(RETENTIONS)),
      storages: z.array(z.enum(STORAGES)),
      archive: bytes,
    }),
    usage: z.object({ requests: rate, open_jobs: z.number().int(), storage: countedBytes, archive: countedBytes }),
  })
  .meta({ id: 'Account' });
export type ApiAccountView = z.infer<typeof apiAccountView>;

const PROBLEM_CODES = Object.keys(CONVERSION_PROBLEMS).filter((code): code is ConversionProblem =>
  Object.hasOwn(CONVERSION_PROBLEMS, code),
);

/** Payload of a webhook: the finished job. */
export const webhookEvent = z
  .object({
    type: z.enum(['conversion.completed', 'conversion.failed']),
    timestamp: moment.describe('When the job ended'),
    data: jobView,
  })
  .meta({ id: 'WebhookEvent' });
export type WebhookEvent = z.infer<typeof webhookEvent>;

/** PUT /api/v1/webhooks */
export const webhookRequest = z
  .object({
    url: text().max(MAX_URL_LENGTH).nullable().describe('http or https URL on a public server; null turns notifications off'),
  })
  .meta({ id: 'WebhookRequest' });
/** GET /api/v1/webhooks */
export const webhookView = z
  .object({
    url: z.string().nullable().describe('URL notified of jobs that are created with an API key and have no `webhook_url`'),
    secret: z
      .object({
        made_at: moment,
        ends_with: z.string().describe('The last characters of the secret'),
        previous_until: moment.nullable().describe('Messages are also signed with the previous secret until this time'),
      })
      .nullable()
      .describe('Null if none has been created'),
  })
  .meta({ id: 'Webhook' });
export type WebhookView = z.infer<typeof webhookView>;

export const webhookSecretView = z
  .object({
    secret: z.string().describe('`whsec_…`, used to sign messages according to Standard Webhooks. Shown only once'),
  })
  .meta({ id: 'WebhookSecret' });

export const deliveryView = z
  .object({
    delivery_id: id.describe('The `webhook-id` of the message'),
    job_id: id,
    event: z.string(),
    url: z.string().nullable().describe('Null one day after creation, when the message is deleted'),
    status: z.enum(['pending', 'delivered', 'failed']),
    created_at: moment,
    next_attempt_at: moment.nullable(),
    attempts: z.array(
      z.object({ at: moment, status: z.number().int().nullable(), fault: z.string().nullable(), milliseconds: z.number().int() }),
    ),
  })
  .meta({ id: 'Delivery' });
export type DeliveryView = z.infer<typeof deliveryView>;
/** GET /api/v1/webhooks/deliveries: newest first. */
export const deliveriesQuery = z.object({ job_id: id.optional(), limit: z.coerce.number().int().min(1).max(100).default(20) });
export const deliveryList = z.object({ deliveries: z.array(deliveryView) }).meta({ id: 'DeliveryList' });

/** Body of every answer with status 400 or above: RFC 9457, repeated in `error` for clients that expect it there. */
export const conversionProblem = z
  .object({
    type: z.string(),
    title: z.string().describe('In the language of the request'),
    status: z.number().int(),
    error: z.object({
      code: z.enum(PROBLEM_CODES),
      message: z.string(),
      details: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('`supported_formats`, `fields`, `options`, `retry_after`, …, depending on the code'),
    }),
  })
  .meta({ id: 'Problem' });
export type ConversionProblemBody = z.infer<typeof conversionProblem>;

/** Headers of requests that start something. */
export const idempotencyKey = z.object({
  'idempotency-key': text()
    .min(1)
    .max(200)
    .optional()
    .describe('Repeating a request with the same key returns the same job or upload'),
});
