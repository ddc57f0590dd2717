import path from 'node:path';
import type { S3Options } from '@bakkum/blobs/s3-store';
import { BRAND_NAME } from '@bakkum/site/brand';
import { z } from 'zod';
import { type ConversionSettings, conversionProblems, conversionSettings, conversionVariables } from './conversion-settings.ts';
import { imageSettings, imageVariables } from './image-settings.ts';
import { type PaymentSettings, paymentProblems, paymentSettings, paymentVariables } from './payment-settings.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !URL.canParse(url) || url.replace(/\/$/, '') === new URL(url).origin, 'must be scheme, host and port only')
  .transform((url) => new URL(url).origin);

const SECRET_LENGTH = 32;
const MAX_DRAIN_SECONDS = 4 * 3600;
const ADDRESS = /^(?:[^<>\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/;

/** Every variable the server reads; .env.example says what each is for. Empty counts as not set. */
const schema = z.object({
  PORT: port.default(3000),
  HOST: z.string().optional(),
  DATA_DIR: z.string().default('./data'),
  BRAND_NAME: z.string().max(40).default(BRAND_NAME),
  PUBLIC_ORIGIN: origin.optional(),
  LOG_LEVEL: z.enum(['error', 'info', 'debug']).default('info'),
  SITE_MODE: z.enum(['demo', 'production']).default('demo'),
  SERVER_ROLE: z.enum(['web', 'worker', 'all']).default('all'),
  PRECOMPRESS: z.enum(['on', 'off']).default('on'),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(MAX_DRAIN_SECONDS).default(20),
  // A server reached by a socket has no host, which URLs otherwise must have.
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
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
});

export type LogLevel = z.infer<typeof schema>['LOG_LEVEL'];
/** `demo` seeds an account everybody may use and keeps mail in a folder; `production` refuses both. */
export type Mode = z.infer<typeof schema>['SITE_MODE'];
/** What this process does: answer requests, do the work that nobody waits for, or both. */
export type Role = z.infer<typeof schema>['SERVER_ROLE'];

export type Settings = {
  /** 0 lets the system choose. */
  readonly port: number;
  /** Address to listen on; every address when absent. */
  readonly host?: string;
  /** Absolute path of the folder for what the server keeps. */
  readonly dataDir: string;
  readonly brand: string;
  /** Scheme, host and port visitors see. */
  readonly origin: string;
  /** Whether the operator said so; otherwise the site is also used under other names of this machine. */
  readonly originIsGiven: boolean;
  readonly logLevel: LogLevel;
  readonly mode: Mode;
  readonly role: Role;
  /** Whether to make compressed copies of large static files in the background. */
  readonly precompress: boolean;
  /** How long work may take to end once the process is told to stop; what has not ended is put back. */
  readonly drainMs: number;
  /** PostgreSQL of the operator's; without one the server runs its own. */
  readonly databaseUrl?: string;
  /** Signs cookies and links. Without one, it is made and kept in the data folder. */
  readonly secret?: string;
  /** How many proxies in front of the server write `X-Forwarded-For`. */
  readonly trustedProxies: number;
  /** Mail server; without one, mail is written into a folder. */
  readonly smtpUrl?: string;
  readonly mailFrom: string;
  readonly contact: {
    /** Whom messages of visitors go to. */
    readonly email?: string;
    /** A form service that takes them when mail fails. */
    readonly formUrl?: string;
    /** Hours within which the operator promises an answer. */
    readonly hours: { readonly general: number; readonly technical: number; readonly billing: number };
  };
  /** Where files are kept; without one, in a folder. */
  readonly s3?: S3Options;
  /** How files are converted here. */
  readonly conversions: ConversionSettings;
  /** What the image services need, by the names of their variables. */
  readonly images: Readonly<Record<string, string>>;
  /** How plans are paid for; absent where they cannot be. */
  readonly payments?: PaymentSettings;
  /** What `/metrics` asks for as bearer token. */
  readonly metricsToken?: string;
};

/** Says which variables are wrong and why; meant to be printed without a stack. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Reads the environment, once, at boot.
 * @throws SettingsError
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const parsed = schema.safeParse(given);
  const images = imageVariables.safeParse(given);
  const payments = paymentVariables.safeParse(given);
  const conversions = conversionVariables.safeParse(given);
  if (!parsed.success || !images.success || !payments.success || !conversions.success) {
    const issues = [parsed, images, payments, conversions].flatMap(({ error }) => error?.issues ?? []);
    throw new SettingsError(issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const mode = parsed.data.SITE_MODE;
  const problems = [
    ...missingForProduction(parsed.data),
    ...missingForS3(parsed.data),
    ...conversionProblems(conversions.data),
    ...paymentProblems(payments.data, mode),
  ];
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
  const paid = paymentSettings(payments.data, mode);
  const converting = conversionSettings(conversions.data, given['PATH'] ?? '');
  return {
    ...settingsOf(parsed.data),
    conversions: converting,
    images: imageSettings(images.data),
    ...(paid && { payments: paid }),
  };
}

function settingsOf(values: z.infer<typeof schema>): Omit<Settings, 'conversions' | 'images' | 'payments'> {
  const origin = values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`;
  return {
    port: values.PORT,
    ...(values.HOST && { host: values.HOST }),
    dataDir: path.resolve(values.DATA_DIR),
    brand: values.BRAND_NAME,
    origin,
    originIsGiven: values.PUBLIC_ORIGIN !== undefined,
    logLevel: values.LOG_LEVEL,
    mode: values.SITE_MODE,
    role: values.SERVER_ROLE,
    precompress: values.PRECOMPRESS === 'on',
    drainMs: values.DRAIN_SECONDS * 1000,
    ...(values.DATABASE_URL && { databaseUrl: values.DATABASE_URL }),
    ...(values.SITE_SECRET && { secret: values.SITE_SECRET }),
    trustedProxies: values.TRUSTED_PROXIES,
    ...(values.SMTP_URL && { smtpUrl: values.SMTP_URL }),
    mailFrom: values.MAIL_FROM ?? `no-reply@${new URL(origin).hostname}`,
    contact: contactOf(values, new URL(origin).hostname),
    ...s3Of(values),
    ...(values.METRICS_TOKEN && { metricsToken: values.METRICS_TOKEN }),
  };
}

/** In demo mode messages land in the mailbox everybody may read. */
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

/** All of them, or none. */
function missingForS3(values: z.infer<typeof schema>): readonly string[] {
  const missing = S3_PARTS.filter((name) => values[name] === undefined);
  if (missing.length === 0 || missing.length === S3_PARTS.length) return [];
  return missing.map((name) => `${name}: is needed where files are kept in S3, as another S3 variable is set`);
}

/** What demo mode makes up, production has to be told. */
function missingForProduction(values: z.infer<typeof schema>): readonly string[] {
  if (values.SITE_MODE !== 'production') return [];
  const reasons = {
    PUBLIC_ORIGIN: 'is where links in mails lead',
    SMTP_URL: 'sends the mails that confirm addresses',
    MAIL_FROM: 'is who the mails are from',
    // The data folder of one machine is not that of another.
    ...(values.DATABASE_URL && { SITE_SECRET: 'must be the same for every process that shares the database' }),
  } as const;
  const missing = Object.entries(reasons).filter(([name]) => values[name as keyof typeof reasons] === undefined);
  const problems = missing.map(([name, why]) => `${name}: is needed in production, it ${why}`);
  const open = values.PUBLIC_ORIGIN?.startsWith('http:') && !/^http:\/\/(localhost|127\.0\.0\.1)(:|$)/.test(values.PUBLIC_ORIGIN);
  return open ? [...problems, 'PUBLIC_ORIGIN: must be https in production, or cookies travel in the open'] : problems;
}
