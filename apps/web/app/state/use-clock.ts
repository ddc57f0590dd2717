import { useEffect, useState } from 'react';

/** Returns the time of a clock and renders again at an interval in milliseconds. */
export function useClock(now: () => number, everyMs: number): number {
  const [time, setTime] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), everyMs);
    return () => clearInterval(timer);
  }, [now, everyMs]);
  return time;
}
