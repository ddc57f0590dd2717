/** Formats with a single graph, and formats with named graphs. */
export const TRIPLES = ['turtle', 'ntriples'] as const;
export const GRAPHS = ['nquads', 'trig'] as const;

/** Format names of the package, which are media types. */
export const MEDIA_TYPES: Readonly<Record<string, string>> = {
  turtle: 'text/turtle',
  ntriples: 'application/n-triples',
  nquads: 'application/n-quads',
  trig: 'application/trig',
};
