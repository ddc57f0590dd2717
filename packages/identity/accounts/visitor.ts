/** The client of a request, as the server sees it. */
export type Visitor = {
  /** The network address of the connection, not a header that a client can forge. */
  readonly address: string;
  readonly cookie?: string;
  readonly userAgent?: string;
};

const MAX_USER_AGENT_LENGTH = 400;

/** The few request headers that better-auth receives. */
export function headersOf({ cookie, userAgent }: Visitor): Headers {
  return new Headers({
    ...(cookie && { cookie }),
    ...(userAgent && { 'user-agent': userAgent.slice(0, MAX_USER_AGENT_LENGTH) }),
  });
}
