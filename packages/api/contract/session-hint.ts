/**
 * Name of the cookie that tells scripts that this browser may be signed in, so that other visits send no session request. It
 * proves nothing; scripts cannot read the session cookie itself.
 */
export const SESSION_HINT = 'bakkum-signed-in';
