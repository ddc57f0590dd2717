import { type Membership, membershipOf } from '@bakkum/accounts/external/memberships';
import { credentialOf } from '@bakkum/accounts/passwords/credentials';
import type { Person } from '@bakkum/accounts/person';
import type { Sql } from '@bakkum/database/sql';
import { GROUP_TIERS, type GroupLimits, type SingleSignOnSettings } from './config/single-sign-on-settings.ts';
import type { Services } from './services.ts';

type Parts = Pick<Services, 'settings'> & { readonly database: Sql };

/** Returns what the issuer said about a person; undefined if none is configured or the account is not connected to it. */
export async function membership({ database, settings }: Parts, { id }: Pick<Person, 'id'>): Promise<Membership | undefined> {
  const { singleSignOn } = settings;
  return singleSignOn && membershipOf(database, id, singleSignOn.issuer, singleSignOn.groupDays);
}

/** Returns the largest limits that the groups of a person give; undefined for people outside every group. */
export async function groupLimits(parts: Parts, person: Pick<Person, 'id'>): Promise<GroupLimits | undefined> {
  const known = await membership(parts, person);
  return known?.isCurrent ? largestLimits(parts.settings.singleSignOn, known.groups) : undefined;
}

/**
 * Whether the API keys of a person are valid. Where people outside every group may not sign in, those who sign in at the issuer only
 * must have been members in the last days.
 */
export async function keysAreValid(parts: Parts, person: Pick<Person, 'id'>): Promise<boolean> {
  const { singleSignOn } = parts.settings;
  if (!singleSignOn || singleSignOn.admitsOutsiders) return true;
  const known = await membership(parts, person);
  if (known?.hasPassword ?? (await credentialOf(parts.database, person.id))) return true;
  return known?.isCurrent === true && known.groups.some((name) => singleSignOn.groups.has(name));
}

/** The groups among those given that have limits. */
export function groupsWithLimits({ groups }: SingleSignOnSettings, given: readonly string[]): readonly string[] {
  return given.filter((name) => groups.has(name));
}

function largestLimits(settings: SingleSignOnSettings | undefined, names: readonly string[]): GroupLimits | undefined {
  const found = names.flatMap((name) => settings?.groups.get(name) ?? []);
  return found.toSorted((one, other) => sizeOf(other) - sizeOf(one) || commandsOf(other) - commandsOf(one))[0];
}

const sizeOf = ({ tier }: GroupLimits): number => GROUP_TIERS.indexOf(tier);
const commandsOf = ({ commandsPerHour = 0 }: GroupLimits): number => commandsPerHour;
