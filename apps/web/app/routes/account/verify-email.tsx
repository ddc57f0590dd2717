import { pageData } from '../../document/page-data.server.ts';
import { VerifyEmailScreen } from '../../features/account/email-links/verify-email-screen.tsx';
import type { Route } from './+types/verify-email';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  return pageData(url, 'verifyEmail', ['accountForms', 'problems']);
}

export default VerifyEmailScreen;
