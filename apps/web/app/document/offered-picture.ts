/**
 * Hands an image to the studio for editing, also across signing in. It stays in the memory of this tab and is not sent anywhere.
 */
let picture: File | undefined;
const listeners = new Set<() => void>();

export const offeredPicture = (): File | undefined => picture;
export const noPicture = (): undefined => undefined;

/** Undefined once the studio has taken it. */
export function offerPicture(next: File | undefined): void {
  picture = next;
  for (const listener of listeners) listener();
}

export function subscribeToPicture(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
