/** Passes files shared to the installed site from the service worker to the page, through a cache that the page empties. */
export const SHARED_CACHE = 'shared-files';
/** The address the system posts them to. The service worker answers it; nothing is sent to the server. */
export const SHARE_PATH = '/share';
/** Name of the form field. */
export const SHARED_FIELD = 'files';
/** Header with the name of a file, percent-encoded. */
export const SHARED_NAME = 'X-File-Name';
/** Query parameter of the page that should take them. */
export const SHARED_PARAMETER = 'shared';
