export { BakkumClient, type Ordering, type Source, type Waiting } from './client.ts';
export { BakkumError, type Problem } from './error.ts';
export type { Connection } from './request.ts';
export type * from './types.ts';
export { type ReceivedWebhook, verifyWebhook } from './webhook.ts';
