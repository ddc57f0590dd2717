/** Key in session storage: the name of the folder in which this tab stores its list. Closing the tab for good deletes it. */
export const QUEUE_KEY = 'bakkum-queue';

/** Returns whether an earlier page of this tab may have left files to resume. Cheap enough for the first view. */
export function mayHaveFilesToResume(): boolean {
  try {
    return sessionStorage.getItem(QUEUE_KEY) !== null;
  } catch {
    return false; // unavailable
  }
}
