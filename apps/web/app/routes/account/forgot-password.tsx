import { pageData } from '../../document/page-data.server.ts';
import { ForgotPasswordScreen } from '../../features/account/email-links/forgot-password-screen.tsx';
import type { Route } from './+types/forgot-password';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  return pageData(url, 'forgotPassword', ['accountForms', 'problems']);
}

export default ForgotPasswordScreen;
