import { type DayOfChecks, STATUS_DAYS } from '@bakkum/api-contract/status';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import { dayName, type Grade, gradeOf, lastDays } from './days.ts';

/** Both colour and height show the grade of a day. */
const LOOKS: Readonly<Record<Grade, { readonly height: number; readonly className: string }>> = {
  good: { height: 32, className: 'fill-success' },
  some: { height: 24, className: 'fill-warning' },
  many: { height: 16, className: 'fill-danger' },
  none: { height: 8, className: 'fill-line' },
};
const PITCH = 8;
const WIDTH = 6;
const HEIGHT = 32;

type BarsProps = {
  readonly days: readonly DayOfChecks[];
  /** The time of the status data: its day is the last bar. */
  readonly at: string;
  /** A summary for screen readers. */
  readonly summary: string;
};

/** The last ninety days, one bar each. */
export function DayBars({ days, at, summary }: BarsProps): ReactNode {
  const t = useMessages('status');
  const locale = useLocale();
  const known = new Map(days.map((day) => [day.day, day]));
  return (
    <svg
      role="img"
      aria-label={summary}
      viewBox={`0 0 ${STATUS_DAYS * PITCH - (PITCH - WIDTH)} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-8 w-full"
    >
      {lastDays(at).map((day, place) => {
        const checks = known.get(day);
        const { height, className } = LOOKS[gradeOf(checks)];
        return (
          <rect key={day} x={place * PITCH} y={HEIGHT - height} width={WIDTH} height={height} rx={1} className={className}>
            <title>{sayDay(checks, dayName(locale, day), t)}</title>
          </rect>
        );
      })}
    </svg>
  );
}

function sayDay(checks: DayOfChecks | undefined, day: string, t: ReturnType<typeof useMessages<'status'>>): string {
  if (!checks) return t('dayWithout', { day });
  return checks.bad === 0
    ? t('dayGood', { day, checks: checks.checks })
    : t('dayBad', { day, bad: checks.bad, checks: checks.checks });
}

/** The legend of the bars. */
export function BarLegend(): ReactNode {
  const t = useMessages('status');
  const entries = [
    ['good', t('legendGood')],
    ['some', t('legendSome')],
    ['many', t('legendMany')],
    ['none', t('legendNone')],
  ] as const;
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-ink-soft text-sm">
      {entries.map(([grade, words]) => (
        <li key={grade} className="flex items-center gap-2">
          <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="h-4 w-1.5">
            <rect
              y={HEIGHT - LOOKS[grade].height}
              width={WIDTH}
              height={LOOKS[grade].height}
              rx={1}
              className={LOOKS[grade].className}
            />
          </svg>
          {words}
        </li>
      ))}
    </ul>
  );
}
