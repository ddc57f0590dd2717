import type { Locale } from '@bakkum/i18n/locale';
import { type Pair, popularPairs, spokenName, unavailableReason } from '@bakkum/registry/offered-pairs';
import { linkTo, nearestPairs } from './related.server.ts';
import { messagesIn } from './say.server.ts';
import type { MissingView } from './view.ts';

/** @param asked the formats in the address, both known */
export function missingView(asked: Pair, locale: Locale): MissingView {
  const say = messagesIn(locale, { from: spokenName(asked.from), to: spokenName(asked.to) });
  const { ofSource, ofTarget } = nearestPairs(asked);
  if (ofSource.length + ofTarget.length === 0)
    return {
      heading: say('notFoundTitle'),
      body: say('notFoundUnknown'),
      groups: [{ heading: say('listPopular'), links: popularPairs().slice(0, 12).map(linkTo) }],
    };
  const reason = unavailableReason(asked.from, asked.to);
  return {
    heading: say('notFoundTitle'),
    body: say(reason ? `unavailable_${reason}` : 'notFoundBody'),
    groups: [
      { heading: say('notFoundSource'), links: ofSource.map(linkTo) },
      { heading: say('notFoundTarget'), links: ofTarget.map(linkTo) },
    ].filter(({ links }) => links.length > 0),
  };
}
