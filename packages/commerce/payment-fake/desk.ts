/** What every route of the fake PayPal works with. */
import type { Signer } from './certificates.ts';
import type { Endpoint, Faults } from './faults.ts';
import type { SignedMessage } from './messages.ts';
import type { FakeOrder, Store } from './store.ts';
import type { FakeCatalog, FakeSubscription } from './subscriptions/store.ts';

export type FakePayPalParts = {
  readonly store: Store;
  readonly subscriptions: Store<FakeSubscription>;
  readonly catalog: Store<FakeCatalog>;
  /** Base URL that the client uses. */
  readonly base: string;
  /** Returns the URL of the approval page for an order with that return URL. */
  readonly approvalUrl: (returnUrl: string) => string;
  /** Returns the URL of a page about automatic payments for a subscription with that return URL. */
  readonly subscriptionUrl: (returnUrl: string, page: 'subscribe' | 'automatic-payments') => string;
  /** Delivers a message to the site. */
  readonly deliver: (message: SignedMessage) => void;
  readonly now?: () => Date;
};

export type Desk = FakePayPalParts & {
  readonly faults: Faults;
  readonly emit: (order: FakeOrder, type: string) => void;
  /** Sends a message about any resource. */
  readonly say: (type: string, resource: object) => void;
  /** Signs its messages. */
  readonly signer: Signer;
};

type Handler = (desk: Desk, id: string, request: Request) => Promise<Response>;
export type Route = { readonly method: string; readonly path: RegExp; readonly endpoint: Endpoint; readonly handle: Handler };
