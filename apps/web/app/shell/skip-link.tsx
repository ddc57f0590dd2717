import { useMessages } from '@bakkum/i18n/react';
import type { MouseEvent } from 'react';

/** Id of the place after a breadcrumb. */
export const CONTENT_START = 'content-start';

/** The first focusable element: skips the navigation bar, and a breadcrumb. */
export function SkipLink() {
  const t = useMessages('shell');
  return (
    <a
      href="#content"
      onClick={skipBreadcrumb}
      className="-translate-y-20 fixed top-2 left-2 z-50 rounded-md bg-accent px-4 py-2 font-semibold text-on-accent focus:translate-y-0"
    >
      {t('skipToContent')}
    </a>
  );
}

function skipBreadcrumb(event: MouseEvent): void {
  const start = document.getElementById(CONTENT_START);
  if (!start) return;
  event.preventDefault();
  start.focus();
}
