/** Replaces Node's modules in browsers (no-node-modules.ts). */
// oxlint-disable-next-line import/no-default-export -- engine scripts import the default export of Node's modules
export default {};
