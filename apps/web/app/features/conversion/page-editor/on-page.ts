/** Options that are edited on one large page. A tool opens the first that it names. */
export const ON_PAGE = ['redactAreas', 'cropAreas', 'fields'] as const;
export type OnPage = (typeof ON_PAGE)[number];
