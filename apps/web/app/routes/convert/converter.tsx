import { useMessages } from '@bakkum/i18n/react';
import { pageData } from '../../document/page-data.server.ts';
import { CONVERTER_MESSAGES } from '../../features/conversion/converter-messages.ts';
import { ConverterPanel } from '../../features/conversion/converter-panel.tsx';
import type { Route } from './+types/converter';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  return pageData(url, 'converter', CONVERTER_MESSAGES);
}

export default function ConverterPage() {
  const t = useMessages('converter');
  return (
    <div className="work-width pt-8 pb-20 sm:pt-12">
      <h1 className="font-bold text-2xl">{t('heading')}</h1>
      <p className="mt-3 max-w-read text-ink-soft">{t('lead')}</p>
      <div className="mt-8">
        <ConverterPanel />
      </div>
    </div>
  );
}
