import path from 'node:path';
import type { S3Options } from '@bakkum/blobs/s3-store';
import { BRAND_NAME, type Operator, type Withdrawal } from '@bakkum/site/brand';
import { z } from 'zod';
import { type ConversionSettings, conversionProblems, conversionSettings, conversionVariables } from './conversion-settings.ts';
import { type ImageAssistants, imageAssistantProblems, imageAssistants, imageAssistantVariables } from './image-assistants.ts';
import { type ImageCosts, imageCosts } from './image-costs.ts';
import { imageModels, imageProblems, imageSettings, imageVariables } from './image-settings.ts';
import { missingForSales, operatorOf, operatorVariables, withdrawalOf } from './operator-settings.ts';
import { isLocal, origin } from './origin.ts';
import { opensWindow, type PaymentSettings, paymentProblems, paymentSettings, paymentVariables } from './payment-settings.ts';
import { windowOriginProblems } from './payment-window-origin.ts';
import { type PublicSettings, publicSettings, publicVariables } from './public-settings.ts';
import {
  type SingleSignOnSettings,
  singleSignOnProblems,
  singleSignOnSettings,
  singleSignOnVariables,
} from './single-sign-on-settings.ts';

const port = z.coerce.number().int().min(0).max(65_535);

const MEGABYTE = 1_000_000;
const SECRET_LENGTH = 32;
const MAX_DRAIN_SECONDS = 4 * 3600;
const ADDRESS = /^(?:[^<>\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/;

/** All environment variables of the server, documented in .env.example. Empty values count as unset. */
const schema = z.object({
  PORT: port.default(3000),
  HOST: z.string().optional(),
  DATA_DIR: z.string().default('./data'),
  BRAND_NAME: z.string().max(40).default(BRAND_NAME),
  PUBLIC_ORIGIN: origin.optional(),
  PAYMENT_WINDOW_ORIGIN: origin.optional(),
  LOG_LEVEL: z.enum(['error', 'info', 'debug']).default('info'),
  SITE_MODE: z.enum(['demo', 'production']).default('demo'),
  DEMO_PUBLIC: z.enum(['on', 'off']).default('off'),
  SERVER_ROLE: z.enum(['web', 'worker', 'all']).default('all'),
  DISK_RESERVE_MB: z.coerce.number().int().min(0).max(1e9).optional(),
  PRECOMPRESS: z.enum(['on', 'off']).default('on'),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(MAX_DRAIN_SECONDS).default(20),
  // A URL for a Unix socket has no host, which z.url() would require.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'must be postgres://user:password@host/name')
    .optional(),
  SITE_SECRET: z.string().min(SECRET_LENGTH).optional(),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().regex(ADDRESS, 'must be an address, or Name <address>').optional(),
  CONTACT_EMAIL: z.email().optional(),
  CONTACT_FORM_URL: z.url({ protocol: /^https?$/ }).optional(),
  CONTACT_HOURS: z
    .string()
    .regex(/^\d{1,3},\d{1,3},\d{1,3}$/, 'must be three numbers of hours: general, technical, billing')
    .default('24,12,6'),
  METRICS_TOKEN: z.string().min(16).optional(),
  IMAGE_COSTS_USD: imageCosts.default({}),
  IMAGE_MODELS: imageModels.default([]),
  ...imageAssistantVariables.shape,
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
});

export type LogLevel = z.infer<typeof schema>['LOG_LEVEL'];
/** `demo` creates a shared demo account and stores emails in a folder; `production` refuses both. */
export type Mode = z.infer<typeof schema>['SITE_MODE'];
/** What this process does: serve requests, run background jobs, or both. */
export type Role = z.infer<typeof schema>['SERVER_ROLE'];

export type Settings = {
  /** Port; 0 lets the system choose one. */
  readonly port: number;
  /** Address to listen on; every address when absent. In demo mode, this machine only unless configured. */
  readonly host?: string;
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  readonly brand: string;
  /** Public scheme, host and port. */
  readonly origin: string;
  /** Whether the origin was configured. Otherwise, the site also accepts other host names of this machine. */
  readonly originIsGiven: boolean;
  /** Origin of the payment window, whose host serves nothing else. */
  readonly paymentWindowOrigin?: string;
  readonly logLevel: LogLevel;
  readonly mode: Mode;
  readonly role: Role;
  /** Bytes of the data folder's disk that files leave free. A tenth of the disk, at most 2 GB, when absent. */
  readonly diskReserve?: number;
  /** Whether to make compressed copies of large static files in the background. */
  readonly precompress: boolean;
  /** Time for running jobs to finish at shutdown, in milliseconds. Unfinished jobs return to the queue. */
  readonly drainMs: number;
  /** URL of the operator's PostgreSQL. Without it, the server runs its own. */
  readonly databaseUrl?: string;
  /** Secret that signs cookies and links. Without it, one is created in the data folder. */
  readonly secret?: string;
  /** Number of trusted proxies that append to `X-Forwarded-For`. */
  readonly trustedProxies: number;
  /** URL of the mail server. Without it, emails are written to a folder. */
  readonly smtpUrl?: string;
  readonly mailFrom: string;
  readonly contact: {
    /** Recipient of contact messages. */
    readonly email?: string;
    /** Form service used when email fails. */
    readonly formUrl?: string;
    /** Promised response times, in hours. */
    readonly hours: { readonly general: number; readonly technical: number; readonly billing: number };
  };
  /** Bucket for files. Without it, files are stored in a folder. */
  readonly s3?: S3Options;
  /** Who runs the installation. */
  readonly operator?: Operator;
  /** Settings of server conversions. */
  readonly conversions: ConversionSettings;
  /** Settings of the image services by variable name. */
  readonly images: Readonly<Record<string, string>>;
  /** The image models to enable, in the order they are tried; empty for one of each configured service. */
  readonly imageModels: readonly string[];
  /** Services that translate and check prompts. */
  readonly imageAssistants: ImageAssistants;
  /** What an image costs the operator, for the report of revenue and costs. */
  readonly imageCosts: ImageCosts;
  /** Payment service; absent if payments are off. */
  readonly payments?: PaymentSettings;
  /** Rights of withdrawal stated in the refund policy. */
  readonly withdrawal: readonly Withdrawal[];
  /** Missing operator variables, without which production sells nothing. Existing payments are still completed and refunded. */
  readonly salesMissing: readonly string[];
  /** What pages show of the operator. */
  readonly site: PublicSettings;
  /** Sign-in at an OpenID Connect issuer; absent if none is configured. */
  readonly singleSignOn?: SingleSignOnSettings;
  /** Bearer token required by `/metrics`. */
  readonly metricsToken?: string;
};

/** Invalid settings. The message lists the variables and reasons, and is printed without a stack trace. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Reads and validates the environment, once at startup.
 * @throws SettingsError
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const parsed = schema.safeParse(given);
  const images = imageVariables.safeParse(given);
  const payments = paymentVariables.safeParse(given);
  const conversions = conversionVariables.safeParse(given);
  const site = publicVariables.safeParse(given);
  const operators = operatorVariables.safeParse(given);
  const signIns = singleSignOnVariables.safeParse(given);
  if (
    !site.success ||
    !parsed.success ||
    !images.success ||
    !payments.success ||
    !conversions.success ||
    !operators.success ||
    !signIns.success
  ) {
    const issues = [parsed, images, payments, conversions, operators, site, signIns].flatMap(({ error }) => error?.issues ?? []);
    throw new SettingsError(issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const mode = parsed.data.SITE_MODE;
  const problems = [
    ...missingForProduction(parsed.data),
    ...publicDemo(parsed.data),
    ...missingForS3(parsed.data),
    ...conversionProblems(conversions.data),
    ...paymentProblems(payments.data, mode),
    ...windowOriginProblems({
      mode,
      site: parsed.data.PUBLIC_ORIGIN,
      window: parsed.data.PAYMENT_WINDOW_ORIGIN,
      opensWindow: opensWindow(payments.data),
    }),
    ...singleSignOnProblems(signIns.data),
    ...imageAssistantProblems(parsed.data),
    ...imageProblems({ images: imageSettings(images.data), imageModels: parsed.data.IMAGE_MODELS }),
  ];
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
  const paid = paymentSettings(payments.data, mode);
  const converting = conversionSettings(conversions.data, given['PATH'] ?? '');
  const operator = operatorOf(operators.data);
  return {
    ...settingsOf(parsed.data),
    ...(operator && { operator }),
    ...singleSignOnSettings(signIns.data),
    conversions: converting,
    images: imageSettings(images.data),
    site: publicSettings(site.data),
    ...(paid && { payments: paid }),
    withdrawal: withdrawalOf(operators.data),
    salesMissing: paid && mode === 'production' ? missingForSales(operator) : [],
  };
}

function settingsOf(
  values: z.infer<typeof schema>,
): Omit<Settings, 'conversions' | 'images' | 'operator' | 'payments' | 'salesMissing' | 'singleSignOn' | 'site' | 'withdrawal'> {
  const origin = values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`;
  return {
    port: values.PORT,
    ...hostOf(values),
    dataDir: path.resolve(values.DATA_DIR),
    brand: values.BRAND_NAME,
    origin,
    originIsGiven: values.PUBLIC_ORIGIN !== undefined,
    ...(values.PAYMENT_WINDOW_ORIGIN && { paymentWindowOrigin: values.PAYMENT_WINDOW_ORIGIN }),
    logLevel: values.LOG_LEVEL,
    mode: values.SITE_MODE,
    role: values.SERVER_ROLE,
    ...(values.DISK_RESERVE_MB !== undefined && { diskReserve: values.DISK_RESERVE_MB * MEGABYTE }),
    precompress: values.PRECOMPRESS === 'on',
    drainMs: values.DRAIN_SECONDS * 1000,
    ...(values.DATABASE_URL && { databaseUrl: values.DATABASE_URL }),
    ...(values.SITE_SECRET && { secret: values.SITE_SECRET }),
    trustedProxies: values.TRUSTED_PROXIES,
    ...(values.SMTP_URL && { smtpUrl: values.SMTP_URL }),
    mailFrom: values.MAIL_FROM ?? `no-reply@${new URL(origin).hostname}`,
    imageAssistants: imageAssistants(values),
    imageCosts: values.IMAGE_COSTS_USD,
    imageModels: values.IMAGE_MODELS,
    contact: contactOf(values, new URL(origin).hostname),
    ...s3Of(values),
    ...(values.METRICS_TOKEN && { metricsToken: values.METRICS_TOKEN }),
  };
}

const LOOPBACK = '127.0.0.1';

/** Everyone can sign in to the account of demo mode, so a demo is offered to other machines only on request. */
function hostOf({ HOST, SITE_MODE }: z.infer<typeof schema>): Pick<Settings, 'host'> {
  const host = HOST ?? (SITE_MODE === 'demo' ? LOOPBACK : undefined);
  return host === undefined ? {} : { host };
}

function publicDemo({ SITE_MODE, PUBLIC_ORIGIN, DEMO_PUBLIC }: z.infer<typeof schema>): readonly string[] {
  if (SITE_MODE !== 'demo' || DEMO_PUBLIC === 'on' || !PUBLIC_ORIGIN || isLocal(PUBLIC_ORIGIN)) return [];
  return [
    'PUBLIC_ORIGIN: demo mode has a shared account and delivers no mail. Set SITE_MODE=production, or DEMO_PUBLIC=on for a public demo',
  ];
}

/** Contact settings. In demo mode, messages go to the public demo mailbox. */
function contactOf(values: z.infer<typeof schema>, host: string): Settings['contact'] {
  const [general = 0, technical = 0, billing = 0] = values.CONTACT_HOURS.split(',').map(Number);
  const email = values.CONTACT_EMAIL ?? (values.SITE_MODE === 'demo' ? `support@${host}` : undefined);
  const formUrl = values.CONTACT_FORM_URL;
  return { ...(email && { email }), ...(formUrl && { formUrl }), hours: { general, technical, billing } };
}

const S3_PARTS = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

function s3Of(values: z.infer<typeof schema>): Pick<Settings, 's3'> {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = values;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return {};
  return { s3: { endpoint, bucket, region, accessKeyId, secretAccessKey } };
}

/** S3 needs all of its variables or none. */
function missingForS3(values: z.infer<typeof schema>): readonly string[] {
  const missing = S3_PARTS.filter((name) => values[name] === undefined);
  if (missing.length === 0 || missing.length === S3_PARTS.length) return [];
  return missing.map((name) => `${name}: is needed where files are kept in S3, as another S3 variable is set`);
}

/** Variables that have defaults in demo mode and are required in production. */
function missingForProduction(values: z.infer<typeof schema>): readonly string[] {
  if (values.SITE_MODE !== 'production') return [];
  const reasons = {
    PUBLIC_ORIGIN: 'is where links in mails lead',
    SMTP_URL: 'sends the mails that confirm addresses',
    MAIL_FROM: 'is who the mails are from',
    // Machines do not share a data folder, so the stored secret would differ.
    ...(values.DATABASE_URL && { SITE_SECRET: 'must be the same for every process that shares the database' }),
  } as const;
  const missing = Object.entries(reasons).filter(([name]) => values[name as keyof typeof reasons] === undefined);
  const problems = missing.map(([name, why]) => `${name}: is needed in production, it ${why}`);
  const open = values.PUBLIC_ORIGIN?.startsWith('http:') && !isLocal(values.PUBLIC_ORIGIN);
  return open ? [...problems, 'PUBLIC_ORIGIN: must be https in production, or cookies travel in the open'] : problems;
}
