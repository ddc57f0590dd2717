import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { ConverterPanel } from '../features/conversion/converter-panel.tsx';
import { Features } from '../features/home/features.tsx';

export function HomePage() {
  return <HomeContent heading="h1" />;
}

/** The content of the home page; below another heading, its own is smaller. */
export function HomeContent({ heading: Heading }: { readonly heading: 'h1' | 'h2' }) {
  const t = useMessages('home');
  const size = Heading === 'h1' ? 'text-3xl sm:text-4xl' : 'text-2xl';
  return (
    <>
      <div className="work-width pt-8 pb-16 sm:pt-14 sm:pb-24">
        <Heading className={classNames('max-w-[20ch] font-bold', size)}>{t('heading')}</Heading>
        <p className="mt-4 max-w-read text-ink-soft text-lg">{t('lead')}</p>
        <div className="mt-8">
          <ConverterPanel />
        </div>
      </div>
      <Features />
    </>
  );
}
