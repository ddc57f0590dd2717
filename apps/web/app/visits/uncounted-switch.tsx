import { useMessages } from '@bakkum/i18n/react';
import { Switch } from '@bakkum/ui/switch';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { mayCount, readUncounted, writeUncounted } from './may-count.ts';

/** Turns counting of visits with this browser on or off; effective immediately. */
export function UncountedSwitch(): ReactNode {
  const t = useMessages('articles');
  const kept = useSyncExternalStore(never, readUncounted, () => null);
  const asksNotTo = useSyncExternalStore(never, browserAsksNotTo, () => false);
  const [chosen, setChosen] = useState<boolean>();
  const counted = !asksNotTo && (chosen ?? kept === null);
  return (
    <div className="mt-8 max-w-read border-line border-t pt-4">
      <Switch
        label={t('countVisits')}
        hint={t(asksNotTo ? 'countRefused' : 'countHint')}
        checked={counted}
        disabled={asksNotTo}
        onChange={({ target }) => {
          if (writeUncounted(!target.checked)) setChosen(target.checked);
        }}
      />
    </div>
  );
}

/** On this page only the switch changes the value. */
function never(): () => void {
  return () => undefined;
}

function browserAsksNotTo(): boolean {
  return !mayCount(navigator, null);
}
