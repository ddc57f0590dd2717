import { siteContext } from '../../document/site-context.ts';
import { useSite } from '../../document/use-site.ts';
import { LegalPage } from '../../features/articles/legal/legal-page.tsx';
import { privacyPage } from '../../features/articles/legal/legal-pages.server.ts';
import { ShareSwitch } from '../../visits/share-switch.tsx';
import { UncountedSwitch } from '../../visits/uncounted-switch.tsx';
import type { Route } from './+types/privacy';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url, context }: Route.LoaderArgs) {
  return privacyPage(url, context.get(siteContext));
}

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  const { sharedVisits } = useSite();
  return (
    <LegalPage title={loaderData.title} text={loaderData.text}>
      <UncountedSwitch />
      {sharedVisits ? <ShareSwitch host={sharedVisits} /> : undefined}
    </LegalPage>
  );
}
