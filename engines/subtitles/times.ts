/** Parses `1:02:03,5`, `02:03.500` or `0:00:01.25` to milliseconds; `undefined` for anything else. */
export function clockTime(text: string): number | undefined {
  const match = /^\s*(?:(\d+):)?(\d{1,4}):(\d{1,2})(?:[.,:](\d{1,9}))?\s*$/.exec(text);
  if (!match) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = match;
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Math.round(Number(`0.${fraction}`) * 1000);
}

const digits = (value: number, length: number): string => String(value).padStart(length, '0');

type ClockShape = {
  /** Minimum digits of the hours; 0 omits them, and minutes may exceed 59. */
  readonly hours: 0 | 1 | 2;
  readonly separator: '.' | ',';
  readonly decimals: 2 | 3;
};

/** Formats a time as a clock, rounded to its last decimal. */
export function clock(milliseconds: number, { hours, separator, decimals }: ClockShape): string {
  const unit = decimals === 3 ? 1 : 10;
  const units = Math.round(milliseconds / unit);
  const perSecond = 1000 / unit;
  const seconds = Math.floor(units / perSecond);
  const minutes = Math.floor(seconds / 60);
  const before = hours === 0 ? [digits(minutes, 2)] : [digits(Math.floor(minutes / 60), hours), digits(minutes % 60, 2)];
  return `${[...before, digits(seconds % 60, 2)].join(':')}${separator}${digits(units % perSecond, decimals)}`;
}
