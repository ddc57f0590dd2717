import type { RequestListener } from 'node:http';
import { preferredLocale } from '@bakkum/i18n/locale';
import { PROBLEM_TYPE, problemOf } from '../problem-answer.ts';
import { REFUSAL_HEADERS } from '../security-headers.ts';

/** Maximum length of a path, in characters. The longest of the site has about 200, and 227 Korean letters fit. */
export const MAX_PATH_LENGTH = 2048;
/** Maximum length of a path with its query. */
export const MAX_ADDRESS_LENGTH = 8192;

/** Responds 414 to long addresses before a router or a pattern sees them, since some take more than linear time. */
export function refusingLongAddresses(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { url = '' } = request;
    const query = url.indexOf('?');
    const pathLength = query < 0 ? url.length : query;
    if (pathLength <= MAX_PATH_LENGTH && url.length <= MAX_ADDRESS_LENGTH) return listener(request, response);
    const problem = problemOf(preferredLocale(request.headers['accept-language']) ?? 'en', 'address-too-long');
    response.writeHead(problem.status, { ...REFUSAL_HEADERS, 'Content-Type': PROBLEM_TYPE });
    response.end(JSON.stringify(problem));
  };
}
