/** What the status page shows and its feeds tell. */

/** The services of the specification, then those it does not name. */
export const SERVICE_IDS = ['conversion', 'web', 'storage', 'authentication', 'payment', 'mail', 'images'] as const;
export type ServiceId = (typeof SERVICE_IDS)[number];

/** `unknown`: not tried yet. `unused`: this installation does not have it. */
export type ServiceStatus = 'operational' | 'maintenance' | 'degraded' | 'outage' | 'unknown' | 'unused';

/** How many days the page goes back. */
export const STATUS_DAYS = 90;

/** Checks of a service on one day (UTC), and how many of them failed. */
export type DayOfChecks = { readonly day: string; readonly checks: number; readonly bad: number };

export type ServiceBoard = {
  readonly id: ServiceId;
  readonly status: ServiceStatus;
  /** Days with checks, the oldest first; the others have none. */
  readonly days: readonly DayOfChecks[];
};

export type InBothLanguages = { readonly en: string; readonly ko: string };
export const IMPACTS = ['none', 'maintenance', 'degraded', 'outage'] as const;
export type Impact = (typeof IMPACTS)[number];

export type Incident = {
  readonly id: string;
  /** How the operator names it; absent until the records have taken it. */
  readonly number?: number;
  /** Opened by failed checks, and closed by good ones. */
  readonly automatic: boolean;
  readonly services: readonly ServiceId[];
  readonly impact: Impact;
  /** Absent where it is automatic. */
  readonly title?: InBothLanguages;
  /** ISO 8601, like every moment here. In the future where it is planned. */
  readonly openedAt: string;
  /** In the future where the end of something planned was said beforehand. */
  readonly closedAt?: string;
  /** The newest first. */
  readonly updates: readonly { readonly at: string; readonly text: InBothLanguages }[];
};

export type IncidentState = 'scheduled' | 'open' | 'resolved';

export function stateOf({ openedAt, closedAt }: Pick<Incident, 'openedAt' | 'closedAt'>, now: Date): IncidentState {
  // What was planned may be called off before it begins.
  if (closedAt !== undefined && new Date(closedAt) <= now) return 'resolved';
  return new Date(openedAt) > now ? 'scheduled' : 'open';
}

export type StatusBoard = {
  /** When this was put together. */
  readonly at: string;
  /** When the services were tried last; absent before the first time. */
  readonly checkedAt?: string;
  /** When the records could be read last, where they cannot be read now. */
  readonly recordsFrom?: string;
  readonly overall: Exclude<ServiceStatus, 'unused'>;
  readonly services: readonly ServiceBoard[];
  /** The newest first. */
  readonly incidents: readonly Incident[];
};

/** Good checks of all, as a fraction of 1; undefined without any. */
export function uptimeOf(days: readonly DayOfChecks[]): number | undefined {
  const checks = days.reduce((sum, day) => sum + day.checks, 0);
  const bad = days.reduce((sum, day) => sum + day.bad, 0);
  return checks === 0 ? undefined : (checks - bad) / checks;
}
