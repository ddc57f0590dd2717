/** The parts of oidc-provider that tests use. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

  export type Configuration = {
    readonly clients: readonly Readonly<Record<string, unknown>>[];
    readonly claims: Readonly<Record<string, readonly string[]>>;
    readonly cookies: { readonly keys: readonly string[] };
    readonly jwks: { readonly keys: readonly object[] };
    /** Seconds by kind of token. */
    readonly ttl: Readonly<Record<string, number>>;
    readonly findAccount: (
      context: unknown,
      id: string,
    ) => Promise<{ readonly accountId: string; readonly claims: () => Promise<Claims> } | undefined>;
  };

  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    on(event: 'server_error', listener: (context: unknown, error: Error) => void): void;
  }
}
