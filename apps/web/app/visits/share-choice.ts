/** Key in local storage: whether visits of this browser may be shared with the operator's analytics service. */
const SHARED_KEY = 'bakkum-shared-visits';

export type ShareChoice = 'yes' | 'no';

const listeners = new Set<() => void>();
/** The choice where storage is unavailable; lasts as long as the page. */
let unsaved: ShareChoice | undefined;

/** Returns the choice on this device; undefined until it is made. */
export function readShareChoice(): ShareChoice | undefined {
  try {
    const kept = localStorage.getItem(SHARED_KEY);
    return kept === 'yes' || kept === 'no' ? kept : unsaved;
  } catch {
    return unsaved;
  }
}

export function writeShareChoice(choice: ShareChoice): void {
  unsaved = choice;
  try {
    localStorage.setItem(SHARED_KEY, choice);
  } catch {
    // Asked again on the next visit.
  }
  for (const listener of listeners) listener();
}

export function onShareChoice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
