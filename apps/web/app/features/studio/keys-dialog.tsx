/** Loaded on demand. */
import { useMessages } from '@bakkum/i18n/react';
import { Dialog } from '@bakkum/ui/dialog';

const KEYS = [
  ['Ctrl + Enter', 'keyGenerate'],
  ['↑ ↓', 'keyHistory'],
  ['P', 'keyFocus'],
  ['/', 'keySearch'],
  ['?', 'keyHelp'],
  ['Esc', 'keyEscape'],
] as const;

export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useMessages('studio');
  return (
    <Dialog title={t('keys')} closeLabel={t('closeNotice')} isOpen onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-3">
        {KEYS.map(([keys, meaning]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded-sm border border-line bg-sunken px-2 py-1 font-mono text-sm">{keys}</kbd>
            </dt>
            <dd>{t(meaning)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
