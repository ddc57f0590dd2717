import path from 'node:path';
import type { S3Options } from '@bakkum/blobs/s3-store';
import { NATIVE_TOOL_NAMES, type NativeTool, parseNativeTools } from '@bakkum/native-programs/find-tools';
import { SANDBOX_SETTINGS, type SandboxSetting } from '@bakkum/native-programs/sandboxed-process';
import { z } from 'zod';

/** Settings of server conversions. */
/** Warning for operators if untrusted files are processed without a sandbox. */
export const SANDBOX_ADVICE =
  'Files of strangers are processed without a sandbox, because bubblewrap does not start here. Install bubblewrap and allow it user namespaces (docs/deployment.md), then set SANDBOX=required.';

export type ConversionSettings = {
  readonly sandbox: SandboxSetting;
  /** Installed programs that conversions may use. `searchPath` has the form of PATH. */
  readonly native: { readonly allowed: readonly NativeTool[]; readonly searchPath: string };
  /** Concurrent conversions in this process. Default: the number of cores. */
  readonly atOnce?: number;
  /** Commands per hour agreed with enterprise accounts, by email address. */
  readonly enterprise: ReadonlyMap<string, number>;
  /** Milliseconds after which a conversion goes back to the queue if others wait for a slot. */
  readonly firstBudgetMs: number;
  /** Maximum bytes of all visitors without an account together. */
  readonly anonymousBytes: number;
  /** Maximum bytes of conversion files of all free accounts together. */
  readonly freeBytes: number;
  /** Maximum bytes of the images of all free accounts together. */
  readonly freeImageBytes: number;
  /** Private addresses allowed for file downloads and webhooks, such as `10.0.0.5:9000`. */
  readonly reachable: readonly string[];
  /** Second store for copies of results: a folder or a bucket. */
  readonly backup?: { readonly folder: string } | { readonly s3: S3Options };
};

const MEGABYTE = 1_000_000;
const agreement = /^([^\s=,@]+@[^\s=,]+)=(\d{1,9})$/;
const place = /^[0-9a-f.:[\]]+:\d{1,5}$/i;
const listed = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const conversionVariables = z.object({
  SANDBOX: z.enum(SANDBOX_SETTINGS).default('auto'),
  NATIVE_TOOLS: z
    .string()
    .default('')
    .refine((text) => parseNativeTools(text).ok, `may name ${NATIVE_TOOL_NAMES.join(', ')}, separated by commas`),
  CONVERSIONS_AT_ONCE: z.coerce.number().int().min(1).max(256).optional(),
  API_ENTERPRISE: z
    .string()
    .default('')
    .transform(listed)
    .refine((parts) => parts.every((part) => agreement.test(part)), 'must be address=requests an hour, separated by commas'),
  OUTBOUND_ALLOW: z
    .string()
    .default('')
    .transform(listed)
    .refine((parts) => parts.every((part) => place.test(part)), 'must be address:port, separated by commas'),
  CONVERSION_FIRST_SECONDS: z.coerce.number().int().min(1).max(3600).default(20),
  ANONYMOUS_STORAGE_MB: z.coerce.number().int().min(0).max(1e9).default(20_000),
  FREE_STORAGE_MB: z.coerce.number().int().min(0).max(1e9).default(20_000),
  FREE_IMAGES_MB: z.coerce.number().int().min(0).max(1e9).default(20_000),
  BACKUP_DIR: z.string().optional(),
  BACKUP_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  BACKUP_S3_BUCKET: z.string().optional(),
  BACKUP_S3_REGION: z.string().default('us-east-1'),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
});
type Variables = z.infer<typeof conversionVariables>;

const BACKUP_PARTS = [
  'BACKUP_S3_ENDPOINT',
  'BACKUP_S3_BUCKET',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
] as const;

/** Checks that at most one second store is configured, and completely. */
export function conversionProblems(values: Variables): readonly string[] {
  const missing = BACKUP_PARTS.filter((name) => values[name] === undefined);
  if (missing.length === BACKUP_PARTS.length) return [];
  if (values.BACKUP_DIR !== undefined) return ['BACKUP_DIR: copies go to a folder or to a bucket, not to both'];
  return missing.map((name) => `${name}: is needed where copies are kept in S3, as another BACKUP_S3 variable is set`);
}

function backupOf(values: Variables): Pick<ConversionSettings, 'backup'> {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: bucket, BACKUP_S3_REGION: region, BACKUP_DIR: folder } = values;
  const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (folder !== undefined) return { backup: { folder: path.resolve(folder) } };
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return {};
  return { backup: { s3: { endpoint, bucket, region, accessKeyId, secretAccessKey } } };
}

export function conversionSettings(values: Variables, searchPath: string): ConversionSettings {
  const native = parseNativeTools(values.NATIVE_TOOLS);
  const enterprise = values.API_ENTERPRISE.flatMap((part) => {
    const [, email = '', commands = ''] = agreement.exec(part) ?? [];
    return [[email.toLowerCase(), Number(commands)] as const];
  });
  return {
    sandbox: values.SANDBOX,
    native: { allowed: native.ok ? native.tools : [], searchPath },
    ...(values.CONVERSIONS_AT_ONCE !== undefined && { atOnce: values.CONVERSIONS_AT_ONCE }),
    enterprise: new Map(enterprise),
    firstBudgetMs: values.CONVERSION_FIRST_SECONDS * 1000,
    anonymousBytes: values.ANONYMOUS_STORAGE_MB * MEGABYTE,
    freeBytes: values.FREE_STORAGE_MB * MEGABYTE,
    freeImageBytes: values.FREE_IMAGES_MB * MEGABYTE,
    reachable: values.OUTBOUND_ALLOW,
    ...backupOf(values),
  };
}
