/**
 * Name of the cookie that tells a page's script that somebody may be signed in with this browser, so that nobody else's visit
 * asks the server. It is no proof of anything: the session's own cookie is out of reach of scripts.
 */
export const SESSION_HINT = 'bakkum-signed-in';
