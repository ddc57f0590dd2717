import { BRAND_NAME, type Site } from '@bakkum/site/brand';
import { type Live, NOTHING_KNOWN } from '@bakkum/site/live';
import { createContext } from 'react-router';

/** The installation a request is answered for; the server sets it. */
export const siteContext = createContext<Site>({ brand: BRAND_NAME, origin: 'http://localhost:3000', demo: false });

/** What the running installation knows of itself; the server sets it. */
export const liveContext = createContext<Live>(NOTHING_KNOWN);
