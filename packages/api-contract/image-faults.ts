/** Why a service delivered nothing. A closed list; the sentences are in packages/messages. */
export const ATTEMPT_FAULTS = [
  /** No key, or no address of a local server, is set. */
  'not-configured',
  /** There is no such service. */
  'unsupported',
  /** It refuses our key. */
  'auth',
  /** Our account there is used up. */
  'quota',
  'rate-limited',
  /** It will not draw this: never asked of another service. */
  'refused',
  /** It does not understand the request: never asked of another service. */
  'invalid',
  /** It cannot be reached, or is out of order. */
  'unavailable',
  /** It would not begin. */
  'start-failed',
  /** It began, and failed. */
  'failed',
  /** It began, and did not end in time. */
  'timed-out',
  /** The order was sent and no answer came; whether it was carried out is not known. Never asked of another service. */
  'ambiguous',
  /** What it answered is no picture, or half of one. */
  'bad-answer',
  'cancelled',
] as const;
export type AttemptFault = (typeof ATTEMPT_FAULTS)[number];

/** Why an image that was ordered is not there. Nothing was paid for it. */
export const IMAGE_FAULTS = [
  ...ATTEMPT_FAULTS,
  /** Every service failed. */
  'all-failed',
  /** The service made fewer images than ordered. */
  'fewer',
  /** The picture was made, and our own look at it found something that must not be shown. */
  'withheld',
  /** Something broke on our side. */
  'internal',
] as const;
export type ImageFault = (typeof IMAGE_FAULTS)[number];
