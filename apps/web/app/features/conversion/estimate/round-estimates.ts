/** Rounds an estimate: to five seconds within a minute, to half a minute within ten, then to minutes. */
export function roundDuration(milliseconds: number): number {
  const seconds = milliseconds / 1000;
  const step = seconds < 10 ? 1 : seconds < 60 ? 5 : seconds < 600 ? 30 : 60;
  return Math.max(1, Math.ceil(seconds / step - 0.001)) * step * 1000;
}

/** Rounds an estimated size to two significant digits. */
export function roundBytes(bytes: number): number {
  return Number(bytes.toPrecision(2));
}
