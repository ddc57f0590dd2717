import { BRAND_NAME, type Site } from '@bakkum/site/brand';
import { EMPTY_LIVE, type Live } from '@bakkum/site/live';
import { createContext } from 'react-router';

/** The installation that answers the request; set by the server. */
export const siteContext = createContext<Site>({
  brand: BRAND_NAME,
  origin: 'http://localhost:3000',
  demo: false,
  withdrawal: [],
});

/** Live data of the running installation; set by the server. */
export const liveContext = createContext<Live>(EMPTY_LIVE);
