import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Dialog } from '@bakkum/ui/dialog';
import { SlidersHorizontal } from '@bakkum/ui/icons';
import { type ReactNode, useState } from 'react';
import { usePreset } from '../converter-preset.ts';

/** Opens the settings of all files on small screens, which have no column for them. */
export function SettingsButton(): ReactNode {
  const t = useMessages('conversion');
  const [isOpen, setOpen] = useState(false);
  const { settings } = usePreset();
  if (!settings) return undefined;
  return (
    <>
      <Button aria-label={settings.label} title={settings.label} onClick={() => setOpen(true)} className="px-3 lg:hidden">
        <SlidersHorizontal aria-hidden size={18} />
      </Button>
      <Dialog title={settings.label} closeLabel={t('closeNotice')} isOpen={isOpen} onClose={() => setOpen(false)}>
        {settings.form}
      </Dialog>
    </>
  );
}
