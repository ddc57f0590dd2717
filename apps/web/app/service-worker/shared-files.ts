/** How files shared to the installed site get from the service worker to the page: through a cache that is emptied there. */
export const SHARED_CACHE = 'shared-files';
/** Address the system sends them to. The service worker answers it; nothing is sent to the server. */
export const SHARE_PATH = '/share';
/** Name of the field in the form. */
export const SHARED_FIELD = 'files';
/** Header with the name of a file, percent-encoded. */
export const SHARED_NAME = 'X-File-Name';
/** In the address of the page that is to take them. */
export const SHARED_PARAMETER = 'shared';
