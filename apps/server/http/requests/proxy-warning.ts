import type { MiddlewareHandler } from 'hono';
import type { Log } from '../../observability/log.ts';

/** Headers that proxies add. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const;

/** Logs once when a request has passed a proxy although none is trusted: all visitors would then share one limit. */
export function warnOfProxies(trustedProxies: number, log: Log): MiddlewareHandler {
  let isDone = trustedProxies > 0;
  return async ({ req }, next) => {
    const header = isDone ? undefined : PROXY_HEADERS.find((name) => req.header(name) !== undefined);
    if (header) {
      isDone = true;
      log.error('proxy-not-trusted', {
        header,
        advice:
          'If a proxy is in front of this server, set TRUSTED_PROXIES to the number of proxies. Limits otherwise count all visitors as one.',
      });
    }
    return next();
  };
}
