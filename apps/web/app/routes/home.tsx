import { pageData } from '../document/page-data.server.ts';
import { HomePage } from '../pages/home-page.tsx';
import type { Route } from './+types/home';

export { pageMeta as meta } from '../document/page-meta.ts';

export function loader({ url }: Route.LoaderArgs) {
  return pageData(url, 'home', ['conversion', 'errors', 'warnings']);
}

export default HomePage;
