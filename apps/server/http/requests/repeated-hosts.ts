import type { RequestListener } from 'node:http';
import { preferredLocale } from '@bakkum/i18n/locale';
import { PROBLEM_TYPE, problemOf } from '../problem-answer.ts';
import { REFUSAL_HEADERS } from '../security-headers.ts';

/**
 * Responds 400 to requests with several `Host` headers, as RFC 9112, 3.2 requires: a proxy may route by one of them and the server
 * read the other.
 */
export function refusingRepeatedHosts(listener: RequestListener): RequestListener {
  return (request, response) => {
    const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length <= 1) return listener(request, response);
    const problem = problemOf(preferredLocale(request.headers['accept-language']) ?? 'en', 'invalid-request');
    response.writeHead(400, { ...REFUSAL_HEADERS, 'Content-Type': PROBLEM_TYPE });
    response.end(JSON.stringify({ ...problem, status: 400 }));
  };
}
