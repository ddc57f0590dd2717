/** What the product is called when the operator does not say otherwise (`BRAND_NAME`). The only place it is written. */
export const BRAND_NAME = 'Bakkum';

/** What a page needs to know about the installation it is served from. */
export type Site = {
  readonly brand: string;
  /** Scheme, host and port of canonical addresses, without a slash at the end. */
  readonly origin: string;
  /** Everybody may use an account of the installation, and mail stays in a mailbox everybody may read. */
  readonly demo: boolean;
  /** How plans are paid for; with the stand-in no money moves. */
  readonly payments?: 'paypal' | 'stand-in';
  /** A service is set up that changes pictures: people can bring their own to the studio. */
  readonly pictureEditing?: true;
  /** Where messages go besides the form, and the hours within which they are answered. */
  readonly contact?: {
    readonly email?: string;
    readonly hours: { readonly general: number; readonly technical: number; readonly billing: number };
  };
  /** Hosts of others that this installation works with, for the privacy page. */
  readonly processors?: { readonly mail?: string; readonly form?: string; readonly storage?: string };
};
