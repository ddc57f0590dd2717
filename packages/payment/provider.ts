/** The contract of a payment service: providers/payment-<id>/. Nothing here knows one by name. */

/** Money in the smallest unit of its currency: cents. */
export type Money = { readonly minor: number; readonly currency: string };

/** A variable of the environment that a provider reads. `secret` is never written anywhere. */
export type PaymentVariable = {
  readonly name: string;
  readonly kind: 'secret' | 'address' | 'text';
  /** The provider is configured once each of these is set; some of them without the others is a mistake. */
  readonly needed?: boolean;
  readonly default?: string;
};

/** Data of a provider; light, so that the registry may read every one. */
export type PaymentManifest = {
  /** The folder's name without `payment-`. */
  readonly id: string;
  /** As people know it. */
  readonly name: string;
  /** By short name, as the client is given them. */
  readonly variables: Readonly<Record<string, PaymentVariable>>;
};

/** What is ordered at the service. The same `paymentId` orders once. */
export type OrderRequest = {
  readonly paymentId: string;
  /** What the buyer reads at the service. */
  readonly description: string;
  readonly money: Money;
  readonly locale: 'en' | 'ko';
  readonly brand: string;
  /** Where the buyer comes back to, agreed or not. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
};

export type Capture = {
  readonly id: string;
  /** `gone-back`: all of it was refunded or taken back; `partly-back`: some of it. */
  readonly state: 'completed' | 'pending' | 'declined' | 'gone-back' | 'partly-back';
  readonly money: Money;
  /** The payment's id, as it was sent with the order; absent where the service does not repeat it. */
  readonly paymentId?: string;
  readonly orderId?: string;
  readonly invoiceId?: string;
  /** Nothing more will be captured of the order. */
  readonly final: boolean;
};

export type Order = {
  readonly id: string;
  /** `waiting` for the buyer, `approved` by them, `completed`, or `gone` for good. */
  readonly state: 'waiting' | 'approved' | 'completed' | 'gone';
  readonly approveUrl?: string;
  readonly paymentId?: string;
  readonly invoiceId?: string;
  readonly payee?: string;
  readonly payerId?: string;
  readonly capture?: Capture;
  /** In the smallest unit: all that went back of it so far; absent where nothing did. */
  readonly refunded?: number;
};

export type Refunded = { readonly id: string; readonly state: 'completed' | 'pending' | 'failed' };

export type Dispute = {
  readonly id: string;
  readonly captureIds: readonly string[];
  /** `unclear`: it is over, and the service does not say who keeps the money. */
  readonly state: 'open' | 'won' | 'lost' | 'unclear';
  /** The service's word for how it ended. */
  readonly outcome?: string;
};

/** What a message of the service is about. It is a hint: what is true is read from the service afterwards. */
export type ServiceEvent = {
  readonly id: string;
  readonly type: string;
  readonly subject: { readonly kind: 'order' | 'capture' | 'refund' | 'dispute' | 'other'; readonly id: string };
};

export type Checked =
  | { readonly outcome: 'genuine'; readonly event: ServiceEvent }
  | { readonly outcome: 'forged'; readonly why: string };

/** A message of the service as it came: raw, as its signature is of these bytes. */
export type RawMessage = { readonly headers: Headers; readonly body: Uint8Array<ArrayBuffer> };

/** Speaks one service's language. Every failure it expects is a PaymentFault. */
export type PaymentClient = {
  createOrder(request: OrderRequest): Promise<Order>;
  /** Undefined where there is none. */
  readOrder(orderId: string): Promise<Order | undefined>;
  /** Takes the money. The same `paymentId` and `attempt` is answered alike: after a refusal the next attempt has another number. */
  capture(orderId: string, paymentId: string, attempt: number): Promise<Order>;
  readCapture(captureId: string): Promise<Capture | undefined>;
  /** What is left of a capture. The same `refundId`, ours, gives it back once. */
  refund(captureId: string, refundId: string, money: Money): Promise<Refunded>;
  /** By the service's id. */
  readRefund(id: string): Promise<Refunded | undefined>;
  readDispute(id: string): Promise<Dispute | undefined>;
  /** Every dispute of a capture, as it stands. */
  disputesOf(captureId: string): Promise<readonly Dispute[]>;
  /** Whether the service answers and knows our keys; rejects when not. */
  reach(): Promise<void>;
  /** Whether a message is of the service. Does not throw for what a stranger sends. */
  check(message: RawMessage): Promise<Checked>;
};

/** Values of the manifest's variables by short name; absent ones are empty. */
export type PaymentValues = Readonly<Record<string, string>>;

/** What differs where a service is stood in for. */
export type PaymentConnection = {
  /** Instead of the network. */
  readonly fetch?: (address: string, init: RequestInit) => Promise<Response>;
  /** Root certificates (PEM) that messages must lead to, instead of the public ones. */
  readonly roots?: readonly string[];
  readonly now?: () => Date;
};

export type PaymentProviderModule = {
  readonly createClient: (values: PaymentValues, connection?: PaymentConnection) => PaymentClient;
};
