/**
 * Stands in browsers for the ciphers that `mdb-reader` brings (apps/web/vite.config.ts): those want streams of Node, and make functions of
 * text, which the site's policy forbids. Databases under a password are read by the command line and the server.
 */
const refuse = (): never => {
  throw new Error('encryption is not supported here');
};

/** As `browserify-aes` and `create-hash` export them. */
// oxlint-disable-next-line import/no-default-export -- as those packages do
export default Object.assign(refuse, { createDecipheriv: refuse });
