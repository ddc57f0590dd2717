/** Longest texts a person may send, in characters. */
export const PROMPT_LENGTH = 2000;
export const NEGATIVE_PROMPT_LENGTH = 1000;
export const INSTRUCTIONS_LENGTH = 1000;
export const NAME_LENGTH = 60;

/** Seeds are whole numbers from 0 to this one: what every service that takes a seed understands. */
export const LARGEST_SEED = 4_294_967_294;

export const DOWNLOAD_FORMATS = ['png', 'jpeg', 'webp'] as const;
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number];

export const RATINGS = [1, 2, 3, 4, 5] as const;
