/** Maximum text lengths, in characters. */
export const PROMPT_LENGTH = 2000;
export const NEGATIVE_PROMPT_LENGTH = 1000;
export const INSTRUCTIONS_LENGTH = 1000;
export const NAME_LENGTH = 60;

/** Maximum number of instructions that change one design. Each version stores those of all earlier ones. */
export const MAX_DESIGN_CHANGES = 20;

/** Maximum number of open orders per account. */
export const MAX_OPEN_ORDERS = 20;

/** Seeds are integers from 0 to this one, the range that every service with seeds supports. */
export const MAX_SEED = 4_294_967_294;

export const DOWNLOAD_FORMATS = ['png', 'jpeg', 'webp'] as const;
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number];

export const RATINGS = [1, 2, 3, 4, 5] as const;
