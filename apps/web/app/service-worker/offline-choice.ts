/** Key in local storage: engines the user wants to have offline. */
export const OFFLINE_KEY = 'bakkum-offline';
