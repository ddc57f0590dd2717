import type { MiddlewareHandler } from 'hono';
import { problemAnswer } from '../problem-answer.ts';

/** NUL, line breaks and other characters that no page address contains. */
const CONTROL = /\p{Cc}/u;

/** Responds to paths such as `/%ff` and `/%0a` before the pages see them: React Router prints several lines about each. */
export const refuseUndecodablePaths: MiddlewareHandler = async (context, next) => {
  const path = decoded(new URL(context.req.url).pathname);
  return path === undefined || CONTROL.test(path) ? problemAnswer(context, 'not-found') : next();
};

/** Returns the path so that bundlers keep the call, which they consider free of effects. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
