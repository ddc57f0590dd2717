/** Who asks, as the server knows it. */
export type Visitor = {
  /** The network address, not a header anybody can write. */
  readonly address: string;
  readonly cookie?: string;
  readonly userAgent?: string;
};

const LONGEST_USER_AGENT = 400;

/** The little of a request that better-auth is shown. */
export function headersOf({ cookie, userAgent }: Visitor): Headers {
  return new Headers({ ...(cookie && { cookie }), ...(userAgent && { 'user-agent': userAgent.slice(0, LONGEST_USER_AGENT) }) });
}
