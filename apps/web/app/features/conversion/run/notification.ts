/** Notifies of a finished run while the page is in the background, if the user has allowed notifications. */
import type { Run } from './run-progress.ts';

export type NotificationWords = { readonly title: string; readonly body: string };

/** Whether the browser has notifications and the user has not decided about them. */
export function canAskToNotify(): boolean {
  return 'Notification' in globalThis && Notification.permission === 'default';
}

export function notifyWhenHidden({ status }: Run, { title, body }: NotificationWords): void {
  if (status !== 'finished' || !document.hidden || !('Notification' in globalThis)) return;
  if (Notification.permission !== 'granted') return;
  try {
    const notification = new Notification(title, { body, tag: 'bakkum-run' });
    notification.addEventListener('click', () => {
      globalThis.focus();
      notification.close();
    });
  } catch {
    // Android allows notifications from service workers only; the tab's own title says that the run ended.
  }
}
