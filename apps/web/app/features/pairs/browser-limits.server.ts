import type { PlaceLimits } from '@bakkum/registry/browser-support';
import { spokenName } from '@bakkum/registry/offered-pairs';
import { listed, type Say } from './say.server.ts';
import type { FormatView } from './view.ts';

/** Says which conversions of a format do not work in some browsers or on some devices; nothing if all work everywhere. */
export function browserLimits(say: Say, limits: readonly PlaceLimits[]): Pick<FormatView, 'limits'> {
  const lines = limits.flatMap(({ place, to, from }) => {
    const list = (ids: readonly string[]): string => listed(ids.map(spokenName).sort(), say.locale);
    const browser = place === 'phones' ? undefined : say(`browser_${place}`);
    const line = (direction: 'To' | 'From', others: readonly string[]): readonly string[] => {
      if (others.length === 0) return [];
      const values = { others: list(others) };
      return [
        browser === undefined
          ? say(`formatNeedsComputer${direction}`, values)
          : say(`formatNeedsOtherBrowser${direction}`, { ...values, browser }),
      ];
    };
    return [...line('To', to), ...line('From', from)];
  });
  return lines.length > 0 ? { limits: { heading: say('formatLimits'), lines } } : {};
}
