/** Data of the status page and its feeds. */

/** The services named by the specification, then the others. */
export const SERVICE_IDS = ['conversion', 'web', 'storage', 'authentication', 'payment', 'mail', 'images'] as const;
export type ServiceId = (typeof SERVICE_IDS)[number];

/** `unknown`: not checked yet. `unused`: not part of this installation. */
export type ServiceStatus = 'operational' | 'maintenance' | 'degraded' | 'outage' | 'unknown' | 'unused';

/** Days of history on the page. */
export const STATUS_DAYS = 90;

/** Number of checks of a service on one day (UTC), and of failed ones. */
export type DayOfChecks = { readonly day: string; readonly checks: number; readonly bad: number };

export type ServiceBoard = {
  readonly id: ServiceId;
  readonly status: ServiceStatus;
  /** Days with checks, oldest first; days without checks are absent. */
  readonly days: readonly DayOfChecks[];
};

export type LocalizedText = { readonly en: string; readonly ko: string };
export const IMPACTS = ['none', 'maintenance', 'degraded', 'outage'] as const;
export type Impact = (typeof IMPACTS)[number];

export type Incident = {
  readonly id: string;
  /** The operator's number for the incident; absent until it is recorded. */
  readonly number?: number;
  /** Opened by failed checks and closed by successful ones. */
  readonly automatic: boolean;
  readonly services: readonly ServiceId[];
  readonly impact: Impact;
  /** Absent for automatic incidents. */
  readonly title?: LocalizedText;
  /** ISO 8601, like every time here. In the future for planned maintenance. */
  readonly openedAt: string;
  /** In the future when the end of planned maintenance was announced. */
  readonly closedAt?: string;
  /** Newest first. */
  readonly updates: readonly { readonly at: string; readonly text: LocalizedText }[];
};

export type IncidentState = 'scheduled' | 'open' | 'resolved';

export function stateOf({ openedAt, closedAt }: Pick<Incident, 'openedAt' | 'closedAt'>, now: Date): IncidentState {
  // Planned maintenance may be cancelled before it starts.
  if (closedAt !== undefined && new Date(closedAt) <= now) return 'resolved';
  return new Date(openedAt) > now ? 'scheduled' : 'open';
}

export type StatusBoard = {
  /** When this snapshot was made. */
  readonly at: string;
  /** Time of the last checks; absent before the first. */
  readonly checkedAt?: string;
  /** Time of the last successful read of the records, if they cannot be read now. */
  readonly recordsFrom?: string;
  readonly overall: Exclude<ServiceStatus, 'unused'>;
  readonly services: readonly ServiceBoard[];
  /** Newest first. */
  readonly incidents: readonly Incident[];
};

/** Share of successful checks, 0 to 1; undefined without any. */
export function uptimeOf(days: readonly DayOfChecks[]): number | undefined {
  const checks = days.reduce((sum, day) => sum + day.checks, 0);
  const bad = days.reduce((sum, day) => sum + day.bad, 0);
  return checks === 0 ? undefined : (checks - bad) / checks;
}
