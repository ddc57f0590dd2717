import { useMessages } from '@bakkum/i18n/react';
import { pageData } from '../../document/page-data.server.ts';
import { BatchPanel } from '../../features/conversion/batch/batch-panel.tsx';
import { CONVERTER_MESSAGES } from '../../features/conversion/converter-messages.ts';
import { ConverterPage } from '../../features/conversion/converter-page.tsx';
import type { Route } from './+types/batch';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  return pageData(url, 'batch', CONVERTER_MESSAGES);
}

export default function BatchPage() {
  const t = useMessages('batch');
  return (
    <ConverterPage heading={t('heading')} lead={t('lead')}>
      <BatchPanel tips={<Tips />} />
    </ConverterPage>
  );
}

function Tips() {
  const t = useMessages('batch');
  return (
    <section className="max-w-read lg:col-start-1">
      <h2 className="font-bold text-xl">{t('tips')}</h2>
      <ul className="mt-3 list-disc space-y-1.5 pl-5 text-ink-soft">
        {(['tip1', 'tip2', 'tip3'] as const).map((tip) => (
          <li key={tip}>{t(tip)}</li>
        ))}
      </ul>
    </section>
  );
}
