import { localePath } from '@bakkum/i18n/locale';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button, buttonClass } from '@bakkum/ui/button';

/** Replaces a page that failed. Its links load whole documents, so that no state of the failed page remains. */
export function ErrorPage() {
  const t = useMessages('shell');
  const locale = useLocale();
  return (
    <main className="work-width flex grow flex-col items-start justify-center py-20">
      <h1 className="font-bold text-2xl">{t('errorTitle')}</h1>
      <p className="mt-3 max-w-read text-ink-soft">{t('errorBody')}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => location.reload()}>
          {t('errorReload')}
        </Button>
        <a href={localePath(locale, '/')} className={buttonClass()}>
          {t('navHome')}
        </a>
      </div>
    </main>
  );
}
