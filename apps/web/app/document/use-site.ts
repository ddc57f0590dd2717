import type { Site } from '@bakkum/site/brand';
import { useRouteLoaderData } from 'react-router';

/** Returns the installation that served this page. */
export function useSite(): Site {
  const root = useRouteLoaderData<() => { readonly site: Site }>('root');
  if (!root) throw new Error('outside of the site');
  return root.site;
}
