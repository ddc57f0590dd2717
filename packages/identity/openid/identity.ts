import { z } from 'zod';

/** Who signed in at the issuer. `issuer` and `subject` together are the identity; everything else may change. */
export type Identity = {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; absent if the issuer sent none that is valid. */
  readonly email?: string;
  /** Whether the issuer says that the address belongs to the person. */
  readonly emailVerified: boolean;
  /** Both names may be empty. */
  readonly firstName: string;
  readonly lastName: string;
  readonly groups: readonly string[];
};

type Claims = Readonly<Record<string, unknown>>;

const EMAIL_LENGTH = 254;
const NAME_LENGTH = 60;
const MAX_GROUPS = 1000;
const GROUP_LENGTH = 200;
/** The maximum length of a subject in OpenID Connect. */
const SUBJECT_LENGTH = 255;

const email = z.string().trim().toLowerCase().max(EMAIL_LENGTH).pipe(z.email());
const name = z
  .string()
  .trim()
  .max(NAME_LENGTH)
  .regex(/^[^\p{Cc}\p{Cs}<>]*$/u);
const group = z.string().min(1).max(GROUP_LENGTH);
/** A claim that is not as expected counts as absent, as in a directory with incomplete entries. */
const claims = z.object({
  iss: z.url(),
  sub: z
    .string()
    .min(1)
    .max(SUBJECT_LENGTH)
    .regex(/^[^\p{Cc}\p{Cs}]+$/u),
  email: email.optional().catch(undefined),
  // Some services send it as text.
  email_verified: z
    .union([z.boolean(), z.literal('true').transform(() => true)])
    .optional()
    .catch(undefined),
  given_name: name.optional().catch(undefined),
  family_name: name.optional().catch(undefined),
});
const groups = z.union([z.array(z.unknown()), group.transform((one) => [one])]);

/** Returns the identity in verified claims. @throws if the issuer or subject is not valid */
export function identityOf(given: Claims, groupClaim: string): Identity {
  const { iss, sub, email: address, email_verified, given_name = '', family_name = '' } = claims.parse(given);
  return {
    issuer: iss,
    subject: sub,
    ...(address !== undefined && { email: address }),
    emailVerified: email_verified === true,
    firstName: given_name,
    lastName: family_name,
    groups: groupsOf(given[groupClaim]),
  };
}

/** Whether the claims have an address and groups, so that nothing more needs to be asked. */
export function isComplete(given: Claims, groupClaim: string): boolean {
  return given['email'] !== undefined && given['email_verified'] !== undefined && given[groupClaim] !== undefined;
}

/** Adds claims of the userinfo response to those of the ID token, which win because it is signed. */
export function withUserInfo(known: Claims, more: Claims): Claims {
  const { email_verified: verified, ...others } = more;
  // It says nothing about another address than its own.
  const isSameAddress = known['email'] === undefined || known['email'] === more['email'];
  return { ...others, ...(isSameAddress && { email_verified: verified }), ...known };
}

function groupsOf(claim: unknown): readonly string[] {
  const listed = groups.safeParse(claim);
  const names = listed.success ? listed.data.flatMap((one) => group.safeParse(one).data ?? []) : [];
  return [...new Set(names)].slice(0, MAX_GROUPS);
}
