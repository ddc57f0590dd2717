import { useMessages } from '@bakkum/i18n/react';
import { textLinkClass } from '@bakkum/ui/link';
import notices from '../../../.generated/notices.json';
import noticesText from '../../../.generated/third-party-notices.txt?url';
import { pageData } from '../../document/page-data.server.ts';
import { NoticeTable } from '../../features/licenses/notice-table.tsx';
import type { Route } from './+types/licenses';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  return { ...pageData(url, 'licenses'), notices };
}

export default function LicensesPage({ loaderData }: Route.ComponentProps) {
  const t = useMessages('licenses');
  const { engines, libraries } = loaderData.notices;
  return (
    <div className="work-width pt-8 pb-20 sm:pt-12">
      <h1 className="font-bold text-2xl">{t('heading')}</h1>
      <p className="mt-3 max-w-read text-ink-soft">{t('lead')}</p>
      <p className="mt-3">
        <a href={noticesText} className={textLinkClass()}>
          {t('fullText')}
        </a>
      </p>
      {engines.length > 0 ? (
        <section className="mt-12">
          <h2 className="font-bold text-xl">{t('enginesHeading')}</h2>
          <p className="mt-2 text-ink-soft">{t('enginesBody')}</p>
          <NoticeTable label={t('enginesHeading')} notices={engines} />
        </section>
      ) : undefined}
      <section className="mt-12">
        <h2 className="font-bold text-xl">{t('librariesHeading')}</h2>
        <NoticeTable label={t('librariesHeading')} notices={libraries} />
      </section>
    </div>
  );
}
