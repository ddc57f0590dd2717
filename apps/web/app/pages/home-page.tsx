import { useMessages } from '@bakkum/i18n/react';
import { ConverterPanel } from '../features/conversion/converter-panel.tsx';
import { Features } from '../features/home/features.tsx';

export function HomePage() {
  const t = useMessages('home');
  return (
    <>
      <div className="work-width pt-8 pb-16 sm:pt-14 sm:pb-24">
        <h1 className="max-w-[20ch] font-bold text-3xl sm:text-4xl">{t('heading')}</h1>
        <p className="mt-4 max-w-read text-ink-soft text-lg">{t('lead')}</p>
        <div className="mt-8">
          <ConverterPanel screen="home" />
        </div>
      </div>
      <Features />
    </>
  );
}
