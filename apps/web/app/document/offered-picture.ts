/**
 * A picture that somebody wants changed, on its way to the studio from wherever it was picked: also while one signs in. In the memory
 * of this tab alone; nothing of it is sent.
 */
let picture: File | undefined;
const listeners = new Set<() => void>();

export const offeredPicture = (): File | undefined => picture;
export const noPicture = (): undefined => undefined;

/** Undefined once it was seen to. */
export function offerPicture(next: File | undefined): void {
  picture = next;
  for (const listener of listeners) listener();
}

export function subscribeToPicture(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
