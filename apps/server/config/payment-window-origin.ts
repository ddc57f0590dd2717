import { isLocal } from './origin.ts';

type Given = {
  readonly mode: 'demo' | 'production';
  /** `PUBLIC_ORIGIN`. */
  readonly site: string | undefined;
  /** `PAYMENT_WINDOW_ORIGIN`. */
  readonly window: string | undefined;
  /** Whether a real payment service opens its window on our page. */
  readonly opensWindow: boolean;
};

const NAME = 'PAYMENT_WINDOW_ORIGIN';

/** Problems of the origin of the payment window, as sentences. */
export function windowOriginProblems({ mode, site, window, opensWindow }: Given): readonly string[] {
  const isPublic = site !== undefined && !isLocal(site);
  if (window === undefined) {
    if (!opensWindow || (mode === 'demo' && !isPublic)) return [];
    return [
      `${NAME}: is needed to be paid by PortOne, whose scripts must not run in the origin of the site. Set https and a host name of its own that leads to this server, such as https://pay.example.com`,
    ];
  }
  if (site === undefined) return [`PUBLIC_ORIGIN: is needed with ${NAME}, since buyers return there`];
  if (new URL(site).hostname === new URL(window).hostname)
    return [`${NAME}: must have a host name other than PUBLIC_ORIGIN. Another port is not enough, since ports share cookies`];
  const isOpen = window.startsWith('http:') && !isLocal(window);
  return isOpen && (mode === 'production' || site.startsWith('https:')) ? [`${NAME}: must be https`] : [];
}
