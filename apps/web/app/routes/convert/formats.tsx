import { splitLocale } from '@bakkum/i18n/locale';
import { FormatList } from '../../features/pairs/format-list.tsx';
import { formatListPage } from '../../features/pairs/format-list-view.server.ts';
import type { Route } from './+types/formats';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  const { locale, path } = splitLocale(url.pathname);
  const page = formatListPage(locale);
  return { ...page, path };
}

export default function FormatsPage({ loaderData }: Route.ComponentProps) {
  return <FormatList view={loaderData.view} />;
}
