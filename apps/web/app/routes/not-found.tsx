import { data } from 'react-router';
import { pageData } from '../document/page-data.server.ts';
import { HomePage } from '../pages/home-page.tsx';
import type { Route } from './+types/not-found';

export { pageMeta as meta } from '../document/page-meta.ts';

/** An unknown path shows the home page with status 404. */
export function loader({ url }: Route.LoaderArgs) {
  const { path: _, ...page } = pageData(url, 'home', ['conversion', 'errors', 'warnings']);
  return data(page, { status: 404 });
}

export default HomePage;
