import { useMessages } from '@bakkum/i18n/react';

/** The first focusable element: skips the navigation bar. */
export function SkipLink() {
  const t = useMessages('shell');
  return (
    <a
      href="#content"
      className="-translate-y-20 fixed top-2 left-2 z-50 rounded-md bg-accent px-4 py-2 font-semibold text-on-accent focus:translate-y-0"
    >
      {t('skipToContent')}
    </a>
  );
}
