const PLACE = /^(?:(?:(\d+):)?([0-5]?\d):)?(\d+(?:[.,]\d{1,3})?)$/;

/** Parses a time in a recording, in seconds: `75.5`, `1:15.5`, `1:02:03`. `undefined` if it is invalid. */
export function parsePlace(text: string): number | undefined {
  const [, hours, minutes, seconds] = PLACE.exec(text.trim()) ?? [];
  if (seconds === undefined) return undefined;
  const last = Number(seconds.replace(',', '.'));
  if (minutes !== undefined && last >= 60) return undefined;
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + last;
}

/** Formats seconds as `1:15.500`, with hours only if there are any. */
export function writePlace(seconds: number): string {
  const total = Math.round(seconds * 1000);
  const [hours, minutes] = [Math.floor(total / 3_600_000), Math.floor(total / 60_000) % 60];
  const rest = `${String(Math.floor(total / 1000) % 60).padStart(2, '0')}.${String(total % 1000).padStart(3, '0')}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
