import { pageData } from '../../document/page-data.server.ts';
import { ResetPasswordScreen } from '../../features/account/email-links/reset-password-screen.tsx';
import type { Route } from './+types/reset-password';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  return pageData(url, 'resetPassword', ['accountForms', 'problems']);
}

export default ResetPasswordScreen;
