import { pageData } from '../../document/page-data.server.ts';
import { ChangeEmailScreen } from '../../features/account/email-links/change-email-screen.tsx';
import type { Route } from './+types/change-email';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  return pageData(url, 'changeEmail', ['accountForms', 'problems']);
}

export default ChangeEmailScreen;
