import { z } from 'zod';
import { isLocal } from './origin.ts';

/** Limits that a group gives: those of an account, of a paid plan, or the largest, with a number of API requests an hour. */
export const GROUP_TIERS = ['free', 'pro', 'enterprise'] as const;
export type GroupLimits = {
  readonly tier: (typeof GROUP_TIERS)[number];
  /** Commands an hour of the tier `enterprise`, if not its default. */
  readonly commandsPerHour?: number;
};

/** Settings of sign-in at an OpenID Connect issuer. */
export type SingleSignOnSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Name on the button. */
  readonly name: string;
  readonly scopes: string;
  readonly groupClaim: string;
  /** Limits by name of a group. */
  readonly groups: ReadonlyMap<string, GroupLimits>;
  /** Whether people outside all of these groups may sign in. */
  readonly admitsOutsiders: boolean;
  /** Days after a sign-in that the groups count. */
  readonly groupDays: number;
  /** Whether every address is taken for verified, also if the issuer does not say so. */
  readonly trustsEmail: boolean;
  /** Whether a verified address signs in to the existing account with this address. */
  readonly linksAccounts: boolean;
  /** Private addresses of the issuer, such as `10.0.0.5:443`. */
  readonly reachable: readonly string[];
};

const MAX_COMMANDS = 1_000_000_000;
const GROUP = /^(.{1,200})=(free|pro|enterprise)(?::(\d{1,10}))?$/;
const PLACE = /^[0-9a-f.:[\]]+:\d{1,5}$/i;
const listed = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const groups = z.string().transform((text, context): ReadonlyMap<string, GroupLimits> => {
  const found = new Map<string, GroupLimits>();
  for (const part of listed(text)) {
    const [, name = '', tier, count] = GROUP.exec(part) ?? [];
    const known = GROUP_TIERS.find((one) => one === tier);
    const commands = Number(count ?? 1);
    const isRight = known !== undefined && (count === undefined || known === 'enterprise');
    if (!isRight || found.has(name) || commands < 1 || commands > MAX_COMMANDS) {
      const message = `must be group=tier, separated by commas: free, pro, enterprise or enterprise:REQUESTS_AN_HOUR (not “${part}”)`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
    found.set(name, { tier: known, ...(count !== undefined && { commandsPerHour: commands }) });
  }
  return found;
});

const issuer = z
  .url({ protocol: /^https?$/ })
  .refine(
    (text) => !URL.canParse(text) || text.startsWith('https:') || isLocal(text),
    'must be https, unless it is on this machine',
  )
  .refine((text) => !/[?#]/.test(text) && !text.includes('/.well-known/'), 'must be the issuer, without /.well-known/…');

/** Variables about sign-in at an issuer. */
export const singleSignOnVariables = z.object({
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().max(300).optional(),
  OIDC_CLIENT_SECRET: z.string().max(500).optional(),
  OIDC_NAME: z.string().trim().max(40).optional(),
  OIDC_SCOPES: z
    .string()
    .max(500)
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/, 'must be scopes separated by spaces')
    .refine((text) => text.split(' ').includes('openid'), 'must contain openid')
    .default('openid email profile'),
  OIDC_GROUP_CLAIM: z.string().max(200).default('groups'),
  OIDC_GROUPS: groups.default(new Map()),
  OIDC_OUTSIDERS: z.enum(['allow', 'refuse']).default('allow'),
  OIDC_GROUP_DAYS: z.coerce.number().int().min(1).max(365).default(30),
  OIDC_EMAIL_VERIFIED: z.enum(['claim', 'always']).default('claim'),
  OIDC_LINK_ACCOUNTS: z.enum(['on', 'off']).default('off'),
  OIDC_ALLOW: z
    .string()
    .default('')
    .transform(listed)
    .refine((parts) => parts.every((part) => PLACE.test(part)), 'must be address:port, separated by commas'),
});
type Variables = z.infer<typeof singleSignOnVariables>;

const NEEDED = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

/** Problems in the combination of these variables, as sentences. */
export function singleSignOnProblems(values: Variables): readonly string[] {
  const missing = NEEDED.filter((name) => values[name] === undefined);
  const begun = missing.length < NEEDED.length || values.OIDC_NAME !== undefined || values.OIDC_GROUPS.size > 0;
  if (!begun) return [];
  const outside = values.OIDC_OUTSIDERS === 'refuse' && values.OIDC_GROUPS.size === 0;
  return [
    ...missing.map((name) => `${name}: is needed for single sign-on, as another OIDC variable is set`),
    ...(outside ? ['OIDC_OUTSIDERS: nobody could sign in, because OIDC_GROUPS names no group'] : []),
  ];
}

/** The same issuer, whether or not its address is written with the slash of an empty path. */
function withoutSlash(address: string): string {
  const { origin, pathname } = new URL(address);
  return pathname === '/' ? origin : address;
}

/** Returns the settings; nothing if no issuer is configured. */
export function singleSignOnSettings(values: Variables): { readonly singleSignOn?: SingleSignOnSettings } {
  const { OIDC_ISSUER: address, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (!address || !clientId || !clientSecret) return {};
  const singleSignOn: SingleSignOnSettings = {
    issuer: withoutSlash(address),
    clientId,
    clientSecret,
    name: values.OIDC_NAME || new URL(address).hostname,
    scopes: values.OIDC_SCOPES,
    groupClaim: values.OIDC_GROUP_CLAIM,
    groups: values.OIDC_GROUPS,
    admitsOutsiders: values.OIDC_OUTSIDERS === 'allow',
    groupDays: values.OIDC_GROUP_DAYS,
    trustsEmail: values.OIDC_EMAIL_VERIFIED === 'always',
    linksAccounts: values.OIDC_LINK_ACCOUNTS === 'on',
    reachable: values.OIDC_ALLOW,
  };
  return { singleSignOn };
}
