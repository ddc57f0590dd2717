/** Limits shared by the cloud page and the server. They have their own file so that a page importing them loads no schemas. */

/** Maximum number of jobs per event stream. */
export const MAX_WATCHED = 50;

/** Maximum number of addresses per invitation request. */
export const MAX_INVITATIONS = 20;

/** Days covered by the number of converted files and their average duration. */
export const CLOUD_DAYS = 30;
