import type { MiddlewareHandler } from 'hono';
import { problemAnswer } from '../problem-answer.ts';

/** Responds to paths such as `/%ff` before the pages see them: React Router prints a warning about each. */
export const refuseUndecodablePaths: MiddlewareHandler = async (context, next) => {
  return isDecodable(new URL(context.req.url).pathname) ? next() : problemAnswer(context, 'not-found');
};

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
