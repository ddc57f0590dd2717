import { useMessages } from '@bakkum/i18n/react';
import { offeredCounts } from '@bakkum/registry/offered-pairs';
import { pageData } from '../../document/page-data.server.ts';
import { CONVERTER_MESSAGES } from '../../features/conversion/converter-messages.ts';
import { ConverterPage } from '../../features/conversion/converter-page.tsx';
import { ConverterPanel } from '../../features/conversion/converter-panel.tsx';
import { type ConverterPreset, USUAL_PRESET } from '../../features/conversion/converter-preset.ts';
import { QuickStatistics } from '../../features/conversion/statistics/quick-statistics.tsx';
import type { Route } from './+types/quick';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  return { ...pageData(url, 'quick', CONVERTER_MESSAGES), formats: offeredCounts().formats };
}

const BLOCKS = [
  ['smartTitle', 'smartBody'],
  ['instantTitle', 'instantBody'],
] as const;

export default function QuickPage({ loaderData }: Route.ComponentProps) {
  const t = useMessages('quick');
  const preset: ConverterPreset = {
    ...USUAL_PRESET,
    listHeading: (count) => t('queue', { count }),
    convertLabel: t('convertAll'),
  };
  return (
    <ConverterPage
      heading={t('heading')}
      lead={t('lead')}
      intro={<QuickStatistics formats={loaderData.formats} />}
      below={<Blocks />}
    >
      <ConverterPanel preset={preset} />
    </ConverterPage>
  );
}

function Blocks() {
  const t = useMessages('quick');
  return (
    <div className="mt-14 grid gap-8 sm:grid-cols-2">
      {BLOCKS.map(([title, body]) => (
        <section key={title}>
          <h2 className="font-bold text-xl">{t(title)}</h2>
          <p className="mt-2 text-ink-soft">{t(body)}</p>
        </section>
      ))}
    </div>
  );
}
