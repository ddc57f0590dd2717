import { useMessages } from '@bakkum/i18n/react';
import { pageData } from '../../document/page-data.server.ts';
import { CONVERTER_MESSAGES } from '../../features/conversion/converter-messages.ts';
import { ConverterPanel } from '../../features/conversion/converter-panel.tsx';
import { HowItWorks } from '../../features/proof/how-it-works.tsx';
import { NetworkProof } from '../../features/proof/network-proof.tsx';
import type { Route } from './+types/how-it-works';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  return pageData(url, 'how', CONVERTER_MESSAGES);
}

export default function HowItWorksPage() {
  const t = useMessages('how');
  return (
    <div className="work-width pt-8 pb-20 sm:pt-12">
      <h1 className="font-bold text-2xl">{t('heading')}</h1>
      <p className="mt-3 max-w-read text-ink-soft">{t('lead')}</p>
      <div className="mt-8">
        <ConverterPanel heading={t('drop')} />
      </div>
      <NetworkProof />
      <HowItWorks />
    </div>
  );
}
