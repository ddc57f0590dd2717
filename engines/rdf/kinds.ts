/** One graph, and several that have names. */
export const TRIPLES = ['turtle', 'ntriples'] as const;
export const GRAPHS = ['nquads', 'trig'] as const;

/** What the package calls them, which are their media types. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  turtle: 'text/turtle',
  ntriples: 'application/n-triples',
  nquads: 'application/n-quads',
  trig: 'application/trig',
};
