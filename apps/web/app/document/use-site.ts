import type { Site } from '@bakkum/site/brand';
import { useRouteLoaderData } from 'react-router';

/** The installation this page was served from. */
export function useSite(): Site {
  const root = useRouteLoaderData<() => { readonly site: Site }>('root');
  if (!root) throw new Error('outside of the site');
  return root.site;
}
