/**
 * Replaces the ciphers of `mdb-reader` in browsers (apps/web/vite.config.ts): they need streams of Node, and create functions
 * from text, which the site's policy forbids. The command line and the server read databases with a password.
 */
const refuse = (): never => {
  throw new Error('encryption is not supported here');
};

/** The exports of `browserify-aes` and `create-hash`. */
// oxlint-disable-next-line import/no-default-export -- like those packages
export default Object.assign(refuse, { createDecipheriv: refuse });
