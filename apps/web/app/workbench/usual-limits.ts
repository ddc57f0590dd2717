import { FILE_LIMITS, type FileLimits } from '@bakkum/api-contract/limits';
import { staticCopy } from '@bakkum/site/static-copy';

/** Limits of a visitor without a plan. A static copy has no plans and uses the limits of a paid one. */
export const USUAL_LIMITS: FileLimits = staticCopy ? FILE_LIMITS.premium : FILE_LIMITS.free;
