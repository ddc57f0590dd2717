/** core-js has no types. It is imported for its side effects. */
declare module 'core-js/es';
