/** In local storage: engines a person wants to have without a network. */
export const OFFLINE_KEY = 'bakkum-offline';
