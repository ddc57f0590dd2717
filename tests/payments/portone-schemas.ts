import { publishedSchemas } from './published-schemas.ts';

/** PortOne's published schemas (portone-schemas/README.md). */
export const PORTONE_SCHEMAS = publishedSchemas({
  folder: 'portone-schemas',
  withoutIds: (path) => path.replace(/payments\/[\w-]+/, 'payments/{id}'),
});
