/**
 * React picks its fast build by NODE_ENV when it is first imported, so this is the first import of main.ts. A server
 * started by hand is a production server.
 */
// oxlint-disable-next-line no-restricted-properties -- read by React, not by us
process.env['NODE_ENV'] ??= 'production';
