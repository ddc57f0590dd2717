/** In session storage: the name of the folder this tab keeps its list in. A tab that is closed for good takes it along. */
export const QUEUE_KEY = 'bakkum-queue';

/** Whether an earlier page of this tab may have left files to go on with. Cheap, for the first view. */
export function mayHaveLeftFiles(): boolean {
  try {
    return sessionStorage.getItem(QUEUE_KEY) !== null;
  } catch {
    return false; // closed to us
  }
}
