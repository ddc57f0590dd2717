import path from 'node:path';
import { BRAND_NAME } from '@bakkum/site/brand';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !URL.canParse(url) || url.replace(/\/$/, '') === new URL(url).origin, 'must be scheme, host and port only')
  .transform((url) => new URL(url).origin);

/** Every variable the server reads; .env.example says what each is for. Empty counts as not set. */
const schema = z.object({
  PORT: port.default(3000),
  HOST: z.string().optional(),
  DATA_DIR: z.string().default('./data'),
  BRAND_NAME: z.string().max(40).default(BRAND_NAME),
  PUBLIC_ORIGIN: origin.optional(),
  LOG_LEVEL: z.enum(['error', 'info', 'debug']).default('info'),
});

export type LogLevel = z.infer<typeof schema>['LOG_LEVEL'];

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
  readonly logLevel: LogLevel;
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
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new SettingsError(problems.join('\n'));
  }
  const values = parsed.data;
  return {
    port: values.PORT,
    ...(values.HOST && { host: values.HOST }),
    dataDir: path.resolve(values.DATA_DIR),
    brand: values.BRAND_NAME,
    origin: values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`,
    logLevel: values.LOG_LEVEL,
  };
}
