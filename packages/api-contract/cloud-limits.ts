/** What the cloud page and the server hold to alike. In a file of its own: a page that imports it loads no schemas. */

/** Jobs that one stream of events tells of. */
export const MOST_WATCHED = 50;

/** Addresses one request invites. */
export const MOST_INVITED = 20;
