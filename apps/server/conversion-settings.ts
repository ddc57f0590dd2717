import { NATIVE_TOOL_NAMES, type NativeTool, parseNativeTools } from '@bakkum/native-programs/find-tools';
import { SANDBOX_SETTINGS, type SandboxSetting } from '@bakkum/native-programs/shut-process';
import { z } from 'zod';

/** How this server converts files. */
export type ConversionSettings = {
  readonly sandbox: SandboxSetting;
  /** Programs of this machine that may be used; `searchPath` is where they are looked for. */
  readonly native: { readonly allowed: readonly NativeTool[]; readonly searchPath: string };
  /** Files at once in this process; without it, as many as this machine has cores. */
  readonly atOnce?: number;
  /** Commands an hour the operator agreed with accounts, by their addresses. */
  readonly enterprise: ReadonlyMap<string, number>;
  /** Private addresses that files may be fetched from and messages sent to: `10.0.0.5:9000`. */
  readonly reachable: readonly string[];
};

const agreement = /^([^\s=,]+@[^\s=,]+)=(\d{1,9})$/;
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
});

export function conversionSettings(values: z.infer<typeof conversionVariables>, searchPath: string): ConversionSettings {
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
    reachable: values.OUTBOUND_ALLOW,
  };
}
