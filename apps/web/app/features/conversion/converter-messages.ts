/** Namespaces of messages that a page with a converter needs. */
export const CONVERTER_MESSAGES = ['conversion', 'workbench', 'errors', 'warnings'] as const;
