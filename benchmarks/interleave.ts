/** Returns its measurement, in milliseconds unless the caller says otherwise. */
export type Contestant = () => Promise<number>;

/**
 * Measures all contestants in turn, round by round, so that other load on the machine affects them all equally. Every other round is
 * reversed, so that none always runs right after the same one.
 */
export async function interleave(contestants: readonly Contestant[], rounds: number): Promise<readonly (readonly number[])[]> {
  const measured = contestants.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    const order = [...contestants.keys()];
    if (round % 2 === 1) order.reverse();
    for (const index of order) {
      const contestant = contestants[index];
      if (contestant) measured[index]?.push(await contestant());
    }
  }
  return measured;
}

/** For an even number of values, the mean of the middle two; NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
