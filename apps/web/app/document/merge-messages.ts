import type { PageMessages } from '@bakkum/i18n/react';

/** The words of everything on screen: each matched route's loader sends its own. */
export function mergeMessages(matches: readonly { readonly loaderData?: unknown }[]): PageMessages {
  return Object.assign({}, ...matches.map(({ loaderData }) => (hasMessages(loaderData) ? loaderData.messages : {})));
}

function hasMessages(data: unknown): data is { readonly messages: PageMessages } {
  return typeof data === 'object' && data !== null && 'messages' in data;
}
