/** The contract of a payment service, implemented in providers/payment-<id>/. Nothing here depends on a particular one. */
import type { PaymentMeans, SoldPlan } from '@bakkum/api-contract/billing/payments';

/** An amount in the smallest unit of its currency, such as cents. */
export type Money = { readonly minor: number; readonly currency: string };

/** An environment variable of a provider. `secret` and `signing-key` are never stored or logged; `hosts` are separated by commas or spaces. */
export type PaymentVariable = {
  readonly name: string;
  readonly kind: 'secret' | 'signing-key' | 'address' | 'hosts' | 'text';
  /** The provider is configured once all needed variables are set; setting only some of them is an error. */
  readonly needed?: boolean;
  readonly default?: string;
};

/** Static data of a provider, small enough for the registry to load all of them. */
export type PaymentManifest = {
  /** The folder name without `payment-`. */
  readonly id: string;
  /** Display name. */
  readonly name: string;
  /** Currency of every payment, an ISO 4217 code. */
  readonly currency: string;
  /** Whether the service's script opens its payment window on our page. Absent if the service has its own payment page. */
  readonly opensWindow?: true;
  /** Variables by their short names, under which the client receives them. */
  readonly variables: Readonly<Record<string, PaymentVariable>>;
};

/** Matches a host in a variable of kind `hosts`, such as `js.example.com`, or `*.example.com` for all subdomains. */
export const HOST_NAME = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** Splits a variable of kind `hosts`. */
export function hostsIn(value: string): readonly string[] {
  return value.split(/[\s,]+/).filter((host) => host !== '');
}

/** An order to create at the service. The same `paymentId` creates one order. */
export type OrderRequest = {
  readonly paymentId: string;
  /** Text the buyer reads at the service. */
  readonly description: string;
  readonly money: Money;
  readonly locale: 'en' | 'ko';
  readonly brand: string;
  /** URL to which the buyer returns, approved or not. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** URL of our page that opens the payment window, for services without their own payment page. */
  readonly windowUrl: string;
};

export type Capture = {
  readonly id: string;
  /** `gone-back`: fully refunded or taken back; `partly-back`: partially. */
  readonly state: 'completed' | 'pending' | 'declined' | 'gone-back' | 'partly-back';
  readonly money: Money;
  /** Our payment id, as sent with the order; absent where the service does not return it. */
  readonly paymentId?: string;
  readonly orderId?: string;
  readonly invoiceId?: string;
  /** Whether no further capture of the order is possible. */
  readonly final: boolean;
  /** Who returned the money: we or a bank. Absent if only a message of the service says so. */
  readonly returnedBy?: 'seller' | 'bank';
  /** The service's subscription whose cycle it pays. */
  readonly serviceSubscriptionId?: string;
  /** When the service charged it; only for cycles of subscriptions. */
  readonly chargedAt?: Date;
};

export type Order = {
  readonly id: string;
  /** `waiting` for the buyer, `approved` by the buyer, `completed`, or `gone` permanently. */
  readonly state: 'waiting' | 'approved' | 'completed' | 'gone';
  readonly approveUrl?: string;
  readonly paymentId?: string;
  readonly invoiceId?: string;
  readonly payee?: string;
  /** The service's number of the payer; null where the service does not identify payers. */
  readonly payerId?: string | null;
  readonly capture?: Capture;
  /** Total refunded so far, in the smallest unit; absent where nothing was refunded. */
  readonly refunded?: number;
  /** The service's own receipt for the buyer. */
  readonly receiptUrl?: string;
};

export type Refunded = { readonly id: string; readonly state: 'completed' | 'pending' | 'failed' };

export type Dispute = {
  readonly id: string;
  readonly captureIds: readonly string[];
  /** `unclear`: the dispute has ended, and the service does not tell who keeps the money. */
  readonly state: 'open' | 'won' | 'lost' | 'unclear';
  /** The service's own term for the outcome. */
  readonly outcome?: string;
};

/** `sale`: the payment of a subscription's cycle. */
export const SUBJECT_KINDS = ['order', 'capture', 'refund', 'dispute', 'subscription', 'sale', 'other'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** The subject of a message from the service. It is a hint: the actual state is read from the service afterwards. */
export type ServiceEvent = {
  readonly id: string;
  readonly type: string;
  readonly subject: { readonly kind: SubjectKind; readonly id: string };
};

export type Checked =
  | { readonly outcome: 'genuine'; readonly event: ServiceEvent }
  | { readonly outcome: 'forged'; readonly why: string };

/** A message from the service in its raw form, as the signature covers these bytes. */
export type RawMessage = { readonly headers: Headers; readonly body: Uint8Array<ArrayBuffer> };

/** A payment window that the service's script opens on our page. */
export type PaymentWindow = {
  /** URL of the script. */
  readonly script: string;
  /** Sources of the page's Content-Security-Policy: further scripts, requests and forms, and frames. */
  readonly sources: {
    readonly scripts: readonly string[];
    readonly requests: readonly string[];
    readonly frames: readonly string[];
  };
  /** The request to the script for each means of payment that is set up. */
  readonly means: readonly { readonly means: PaymentMeans; readonly request: Readonly<Record<string, unknown>> }[];
};

export type WindowRequest = Pick<OrderRequest, 'paymentId' | 'description' | 'money' | 'locale' | 'returnUrl'>;

/** A plan that the service charges automatically every `days` days. */
export type ServicePlan = {
  readonly id: string;
  readonly money: Money;
  readonly days: number;
  /** Whether new subscriptions are possible. */
  readonly active: boolean;
};

/** A subscription to create at the service. The same `subscriptionId` creates one. */
export type SubscriptionRequest = Pick<OrderRequest, 'locale' | 'brand' | 'returnUrl' | 'cancelUrl'> & {
  readonly subscriptionId: string;
  readonly planId: string;
  /** The first charge. Absent: as soon as the buyer has approved. */
  readonly firstChargeAt?: Date;
};

export type ServiceSubscription = {
  readonly id: string;
  /** `waiting` for the buyer's approval; `suspended` after too many failed charges; `ended` permanently. */
  readonly state: 'waiting' | 'active' | 'suspended' | 'ended';
  readonly approveUrl?: string;
  /** Our subscription id, as sent with the request. */
  readonly subscriptionId?: string;
  readonly planId: string;
  readonly payerId?: string;
  readonly nextChargeAt?: Date;
  /** Consecutive failed charges, the time of the last one, and when the service tries again. */
  readonly failures: number;
  readonly failedAt?: Date;
  readonly retryAt?: Date;
};

/** The subscriptions of a service. Every expected failure is a PaymentFault. */
export type SubscriptionClient = {
  /** The service's plan id for each plan that the operator has set up. */
  readonly plans: Readonly<Partial<Record<SoldPlan, string>>>;
  readPlan(planId: string): Promise<ServicePlan | undefined>;
  /** Creates the plans with these terms at the service, or finds those created before. Returns their ids. */
  createPlans(wanted: Readonly<Record<SoldPlan, PlanRequest>>): Promise<Readonly<Record<SoldPlan, string>>>;
  create(request: SubscriptionRequest): Promise<ServiceSubscription>;
  read(id: string): Promise<ServiceSubscription | undefined>;
  /** Changes the plan from the next charge on, once the buyer has approved it at the returned URL. */
  change(
    id: string,
    request: Omit<SubscriptionRequest, 'subscriptionId' | 'firstChargeAt'>,
  ): Promise<{ readonly approveUrl?: string }>;
  /** Stops further charges. @throws PaymentFault with `gone` if it has ended before, or was never approved */
  cancel(id: string, reason: string): Promise<void>;
  /** Returns the charges between two times, failed ones included. */
  charges(id: string, from: Date, until: Date): Promise<readonly Capture[]>;
  /** The payments of cycles, whose captures are the service's sales. */
  readonly sales: MoneyClient;
};

export type PlanRequest = { readonly name: string; readonly money: Money; readonly days: number };

/** Reads and refunds captured money. */
export type MoneyClient = Pick<PaymentClient, 'readCapture' | 'refund' | 'readRefund'>;

/** A client for one service. Every expected failure is a PaymentFault. */
export type PaymentClient = {
  createOrder(request: OrderRequest): Promise<Order>;
  /** Returns undefined when the order does not exist. */
  readOrder(orderId: string): Promise<Order | undefined>;
  /**
   * Captures the money. The same `paymentId` and `attempt` gives the same response; after a decline, the next attempt has another
   * number.
   */
  capture(orderId: string, paymentId: string, attempt: number): Promise<Order>;
  readCapture(captureId: string): Promise<Capture | undefined>;
  /** Refunds the rest of a capture. The same `refundId`, chosen by us, refunds once. */
  refund(captureId: string, refundId: string, money: Money): Promise<Refunded>;
  /** Reads a refund by the service's id. */
  readRefund(id: string): Promise<Refunded | undefined>;
  readDispute(id: string): Promise<Dispute | undefined>;
  /** Returns every dispute of a capture in its current state. */
  disputesOf(captureId: string): Promise<readonly Dispute[]>;
  /** Resolves when the service responds and accepts our keys; rejects otherwise. */
  reach(): Promise<void>;
  /** Verifies that a message comes from the service. Does not throw for forged messages. */
  check(message: RawMessage): Promise<Checked>;
  /** Returns the payment window of an order. Absent if the service has its own payment page. */
  window?(request: WindowRequest): PaymentWindow;
  /** Absent if the service has no automatic payments. */
  readonly subscriptions?: SubscriptionClient;
};

/** Values of the manifest's variables by short name; missing ones are empty. */
export type PaymentValues = Readonly<Record<string, string>>;

/** Connection settings that differ for a fake service. */
export type PaymentConnection = {
  /** Replaces network access. */
  readonly fetch?: (address: string, init: RequestInit) => Promise<Response>;
  /** Root certificates (PEM) for verifying messages, instead of the public ones. */
  readonly roots?: readonly string[];
  /** URL of a script that replaces the service's own. */
  readonly script?: string;
  readonly now?: () => Date;
};

export type PaymentProviderModule = {
  readonly createClient: (values: PaymentValues, connection?: PaymentConnection) => PaymentClient;
};
