import { publishedSchemas } from './published-schemas.ts';

/** PayPal's published schemas (paypal-schemas/README.md). */
export const PAYPAL_SCHEMAS = publishedSchemas({
  folder: 'paypal-schemas',
  withoutIds: (path) =>
    path.replace(/(orders|captures|refunds|disputes|subscriptions|plans|products|sale|refund)\/[\w-]+/, '$1/{id}'),
  undocumented: ['POST /v1/oauth2/token', 'GET /v1/notifications/certs/'],
});
