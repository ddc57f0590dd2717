import type { PaymentMeans, PaymentWay, Product } from '@bakkum/api-contract/billing/payments';
import type { OfferedSize } from '@bakkum/studio-options/prices';

/** Default name of the product (`BRAND_NAME` overrides it). It is written nowhere else. */
export const BRAND_NAME = 'Bakkum';

/** Who runs an installation, as the law requires it to say. */
export type Operator = {
  /** Legal name of a person or a company. */
  readonly name?: string;
  readonly address?: string;
  /** Business or company registration number. */
  readonly registration?: string;
  /** Online seller registration number, required in Korea (통신판매업신고번호). */
  readonly salesRegistration?: string;
  /** Email address or telephone number. */
  readonly contact?: string;
  /** Contact for data protection: a name, an email address or both. */
  readonly dataProtection?: string;
  /** Tax included in prices, in hundredths of a percent, with its name and the seller's tax number. */
  readonly tax?: { readonly basisPoints: number; readonly name: string; readonly number?: string };
};

/** Regions with a right of withdrawal; the operator sets the number of days. */
export const WITHDRAWAL_REGIONS = ['kr', 'eu'] as const;
export type Withdrawal = { readonly region: (typeof WITHDRAWAL_REGIONS)[number]; readonly days: number };

/** Ways to pay. With fakes, no money moves. */
export type Sales = {
  readonly ways: readonly PaymentWay[];
  /** Where one of the ways takes won: the prices as decimal strings, and the means of payment. */
  readonly won?: { readonly prices: Readonly<Record<Product, string>>; readonly means: readonly PaymentMeans[] };
  readonly fake: boolean;
  /** Whether plans can renew automatically, in addition to single payments. */
  readonly renews: boolean;
};

/** Facts about the installation that its pages need. */
export type Site = {
  readonly brand: string;
  /** Scheme, host and port of canonical URLs, without a trailing slash. */
  readonly origin: string;
  /** The origin is not known, so pages do not state their address. */
  readonly unaddressed?: true;
  /** Anyone can use the shared demo account, and emails go to a mailbox anyone can read. */
  readonly demo: boolean;
  /** The sign-in service of the operator's organization; absent if none is configured. */
  readonly singleSignOn?: { readonly name: string };
  /** How visitors can pay; absent if nothing is on sale. */
  readonly payments?: Sales;
  /** Payments are configured, but nothing is sold because the operator is not identified. */
  readonly salesClosed?: true;
  /** Whether any service generates images; otherwise the studio is the design studio. */
  readonly imageServices?: true;
  /** Sizes that these services draw, with the credits of an image. */
  readonly imageSizes?: readonly OfferedSize[];
  /** Whether an image editing service is configured, so that users can upload their own images to the studio. */
  readonly pictureEditing?: true;
  /** Rights of withdrawal stated in the refund policy. */
  readonly withdrawal: readonly Withdrawal[];
  /** Who runs it; absent where nothing is configured. */
  readonly operator?: Operator;
  /** Contact addresses in addition to the form, and the response time in hours. */
  readonly contact?: {
    readonly email?: string;
    readonly hours: { readonly general: number; readonly technical: number; readonly billing: number };
  };
  /** Author of the articles: as configured, otherwise the operator; the brand when absent. */
  readonly author?: string;
  /** Social links of the footer. */
  readonly social?: readonly { readonly name: string; readonly url: string }[];
  /** Host of the analytics service that receives the visits of people who agree. */
  readonly sharedVisits?: string;
  /** Third-party hosts this installation uses, for the privacy page. */
  readonly processors?: { readonly mail?: string; readonly form?: string; readonly storage?: string };
};
