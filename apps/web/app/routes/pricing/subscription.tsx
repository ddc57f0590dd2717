import { pageData } from '../../document/page-data.server.ts';
import { siteContext } from '../../document/site-context.ts';
import { planFacts } from '../../features/payments/plan-facts.server.ts';
import { PricingScreen } from '../../features/payments/pricing-screen.tsx';
import type { Route } from './+types/subscription';

export { pageMeta as meta } from '../../document/page-meta.ts';

export function loader({ url, context }: Route.LoaderArgs) {
  return { ...pageData(url, 'pricing', ['packs']), plans: planFacts(context.get(siteContext)) };
}

export default function PricingPage({ loaderData }: Route.ComponentProps) {
  return <PricingScreen plans={loaderData.plans} />;
}
