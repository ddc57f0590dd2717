import { pageData } from '../../document/page-data.server.ts';
import { siteContext } from '../../document/site-context.ts';
import { ContactScreen } from '../../features/contact/contact-screen.tsx';
import type { Route } from './+types/contact';
import '../../complete-typeface.css';

export { pageMeta as meta } from '../../document/page-meta.ts';

/** The default promise of a server without settings. */
const DEFAULT_HOURS = { general: 24, technical: 12, billing: 6 };

export function loader({ url, context }: Route.LoaderArgs) {
  const contact = context.get(siteContext).contact ?? { hours: DEFAULT_HOURS };
  return { ...pageData(url, 'contact', ['problems']), contact };
}

export default function ContactPage({ loaderData }: Route.ComponentProps) {
  return <ContactScreen contact={loaderData.contact} />;
}
