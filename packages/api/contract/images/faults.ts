/** Why a service delivered no image. A closed list; the messages are in packages/core/messages. */
export const ATTEMPT_FAULTS = [
  /** No key, or no address of a local server, is configured. */
  'not-configured',
  /** No such service exists. */
  'unsupported',
  /** The service refused our key. */
  'auth',
  /** Our account at the service has no quota left. */
  'quota',
  'rate-limited',
  /** The service refused the content; no other service is tried. */
  'refused',
  /** The model does not read the language of the prompt. */
  'language',
  /** The service rejected the request as invalid; no other service is tried. */
  'invalid',
  /** The instructions made no difference to a design. */
  'unchanged',
  /** The service is unreachable or out of order. */
  'unavailable',
  /** The service did not start the task. */
  'start-failed',
  /** The task started and failed. */
  'failed',
  /** The task started and did not finish in time. */
  'timed-out',
  /** The order was sent but got no response, so it may have been carried out. No other service is tried. */
  'ambiguous',
  /** The answer is not an image, or is truncated. */
  'bad-answer',
  'cancelled',
] as const;
export type AttemptFault = (typeof ATTEMPT_FAULTS)[number];

/** Why an ordered image is missing. It was not charged. */
export const IMAGE_FAULTS = [
  ...ATTEMPT_FAULTS,
  /** Every service failed. */
  'all-failed',
  /** The service made fewer images than ordered. */
  'fewer',
  /** The image was made, but our own check found content that must not be shown. */
  'withheld',
  /** An internal error. */
  'internal',
] as const;
export type ImageFault = (typeof IMAGE_FAULTS)[number];
