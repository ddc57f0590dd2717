/** Date and time of the FAT file system, as UTC. `undefined` where the fields are not a date. */
export function dosTime(date: number, time: number): Date | undefined {
  if (date === 0) return undefined;
  const at = new Date(
    Date.UTC(1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2),
  );
  return Number.isNaN(at.getTime()) ? undefined : at;
}
