import { pageData } from '../document/page-data.server.ts';
import { siteContext } from '../document/site-context.ts';
import { ContactScreen } from '../features/contact/contact-screen.tsx';
import type { Route } from './+types/contact';

export { pageMeta as meta } from '../document/page-meta.ts';

/** What a server without settings promises. */
const DEFAULT_HOURS = { general: 24, technical: 12, billing: 6 };

export function loader({ url, context }: Route.LoaderArgs) {
  const contact = context.get(siteContext).contact ?? { hours: DEFAULT_HOURS };
  return { ...pageData(url, 'contact', ['problems']), contact };
}

export default function ContactPage({ loaderData }: Route.ComponentProps) {
  return <ContactScreen contact={loaderData.contact} />;
}
