import type { PageMessages } from '@bakkum/i18n/react';

/** Merges the messages that the loaders of all matched routes sent. */
export function mergeMessages(matches: readonly { readonly loaderData?: unknown }[]): PageMessages {
  return Object.assign({}, ...matches.map(({ loaderData }) => (hasMessages(loaderData) ? loaderData.messages : {})));
}

function hasMessages(data: unknown): data is { readonly messages: PageMessages } {
  return typeof data === 'object' && data !== null && 'messages' in data;
}
