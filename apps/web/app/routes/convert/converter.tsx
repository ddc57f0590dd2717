import { useMessages } from '@bakkum/i18n/react';
import { pageData } from '../../document/page-data.server.ts';
import { CONVERTER_MESSAGES } from '../../features/conversion/converter-messages.ts';
import { ConverterPage as Page } from '../../features/conversion/converter-page.tsx';
import { ConverterPanel } from '../../features/conversion/converter-panel.tsx';
import type { Route } from './+types/converter';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  return pageData(url, 'converter', CONVERTER_MESSAGES);
}

export default function ConverterPage() {
  const t = useMessages('converter');
  return (
    <Page heading={t('heading')} lead={t('lead')}>
      <ConverterPanel />
    </Page>
  );
}
