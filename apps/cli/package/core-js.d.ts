/** It brings no types; it is imported for what it adds. */
declare module 'core-js/es';
