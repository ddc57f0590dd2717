import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { IconButton } from '@bakkum/ui/icon-button';
import { X } from '@bakkum/ui/icons';
import { Notice } from '@bakkum/ui/notice';
import type { ReactNode } from 'react';
import type { ConversionState } from '../list/conversion-state.ts';

/** Shows which files of the last addition were rejected, and why. */
export function RefusedNotice({ state, onClose }: { readonly state: ConversionState; readonly onClose: () => void }): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  if (state.refused.length === 0 && !state.nothingTaken) return undefined;
  const size = formatBytes(locale, state.limits.bytes);
  const close = (
    <IconButton label={t('closeNotice')} onClick={onClose} className="-my-2 -mr-2">
      <X aria-hidden size={18} />
    </IconButton>
  );
  return (
    <Notice tone={state.nothingTaken ? 'danger' : 'warning'} action={close}>
      <p>{state.nothingTaken ? t('noValidFiles', { size: size.replace(/\s/, '') }) : t('refusedHeading')}</p>
      <ul className="mt-1 text-ink-soft text-sm">
        {state.refused.map(({ name, why }, index) => (
          <li key={`${name}-${index}`} className="break-all">
            {t(`refused_${why}`, { name, size, files: state.limits.files })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
