import { pageData } from '../../document/page-data.server.ts';
import { CloudScreen } from '../../features/cloud/cloud-screen.tsx';
import { CONVERTER_MESSAGES } from '../../features/conversion/converter-messages.ts';
import { SIGN_IN_MESSAGES } from '../../session/sign-in-prompt.ts';
import type { Route } from './+types/cloud';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  return pageData(url, 'cloud', [...CONVERTER_MESSAGES, ...SIGN_IN_MESSAGES]);
}

export default function CloudPage() {
  return <CloudScreen />;
}
