/** Memory from which an engine takes seconds to start, in bytes. */
const LARGE_BYTES = 1024 ** 3;

/**
 * Returns the items in the order to convert them: engines that need most memory first, because they take longest and stay loaded
 * for the next file. Items that need the same keep their order.
 * @param bytesOf memory that the engines of a conversion need, without the file
 */
export function mostMemoryFirst<T>(items: readonly T[], bytesOf: (item: T) => number): readonly T[] {
  return items.toSorted((one, other) => bytesOf(other) - bytesOf(one));
}

/**
 * Removes the next file from the queue and returns it. Skips files whose engine is large while `maxLarge` such files run, because
 * starting that engine in another worker takes longer than waiting for the one that is loaded. Returns `undefined` if only such
 * files are left; the lane that converts the running file takes them.
 */
export function takeNext(
  queue: number[],
  running: ReadonlySet<number>,
  { bytesOf, maxLarge }: { readonly bytesOf: (id: number) => number; readonly maxLarge: number },
): number | undefined {
  const isLarge = (id: number): boolean => bytesOf(id) >= LARGE_BYTES;
  const skipsLarge = [...running].filter(isLarge).length >= maxLarge;
  const place = skipsLarge ? queue.findIndex((id) => !isLarge(id)) : 0;
  return place === -1 ? undefined : queue.splice(place, 1)[0];
}
