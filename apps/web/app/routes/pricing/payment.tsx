import { pageData } from '../../document/page-data.server.ts';
import { siteContext } from '../../document/site-context.ts';
import { PaymentScreen } from '../../features/payments/payment-screen.tsx';
import { planFacts } from '../../features/payments/plan-facts.server.ts';
import { SIGN_IN_MESSAGES } from '../../session/sign-in-prompt.ts';
import type { Route } from './+types/payment';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url, context }: Route.LoaderArgs) {
  const { sold, packs } = planFacts(context.get(siteContext));
  return { ...pageData(url, 'payment', ['pricing', 'renewal', ...SIGN_IN_MESSAGES]), sold: [...sold, ...packs] };
}

export default function PaymentPage({ loaderData }: Route.ComponentProps) {
  return <PaymentScreen sold={loaderData.sold} />;
}
