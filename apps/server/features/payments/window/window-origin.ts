import { isLocal } from '../../../config/origin.ts';
import type { Settings } from '../../../config/settings.ts';

type OriginSettings = Pick<Settings, 'origin' | 'originIsGiven' | 'paymentWindowOrigin' | 'host'>;

/** Origin of the site to which a buyer returns. @param startedAt URL of this site at which the payment was started */
export function siteOriginOf(startedAt: string, { origin, originIsGiven }: OriginSettings): string {
  return originIsGiven ? origin : new URL(startedAt).origin;
}

/**
 * Origin of the payment window for buyers of a site. Without a configured one, a site on this machine uses its other loopback name:
 * `127.0.0.1` for `localhost`, otherwise `localhost`.
 * @returns undefined if there is no other origin, so that the window cannot be opened
 */
export function windowOriginOf(site: string, settings: OriginSettings): string | undefined {
  const { origin, paymentWindowOrigin, host } = settings;
  if (paymentWindowOrigin) return site === origin ? paymentWindowOrigin : undefined;
  if (!isLocal(site)) return undefined;
  const url = new URL(site);
  const numeric = host === '::1' ? '[::1]' : '127.0.0.1';
  url.hostname = url.hostname === 'localhost' ? numeric : 'localhost';
  return url.origin;
}
