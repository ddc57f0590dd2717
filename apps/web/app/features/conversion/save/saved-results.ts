import { createListeners } from '../../../state/create-store.ts';

const saved = new WeakSet<Blob>();
const { subscribe, notify } = createListeners();

/** The results of this page that the user has downloaded, shared or saved to a folder. */
export const savedResults = {
  subscribe,
  has: (blob: Blob): boolean => saved.has(blob),
  add(blobs: readonly Blob[]): void {
    for (const blob of blobs) saved.add(blob);
    notify();
  },
};
