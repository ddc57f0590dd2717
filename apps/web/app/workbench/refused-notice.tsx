import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { IconButton } from '@bakkum/ui/icon-button';
import { X } from '@bakkum/ui/icons';
import { Notice } from '@bakkum/ui/notice';
import type { ReactNode } from 'react';

/** A file that was not added. */
export type Refused = { readonly name: string; readonly why: 'empty' | 'too-large' | 'too-many' };

type RefusedNoticeProps = {
  readonly refused: readonly Refused[];
  /** The whole addition was rejected. */
  readonly nothingTaken: boolean;
  readonly limits: { readonly bytes: number; readonly files: number };
  readonly onClose: () => void;
};

/** Shows which files of the last addition were rejected, and why. */
export function RefusedNotice({ refused, nothingTaken, limits, onClose }: RefusedNoticeProps): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  if (refused.length === 0 && !nothingTaken) return undefined;
  const size = formatBytes(locale, limits.bytes);
  const close = (
    <IconButton label={t('closeNotice')} onClick={onClose} className="-my-2 -mr-2">
      <X aria-hidden size={18} />
    </IconButton>
  );
  return (
    <Notice tone={nothingTaken ? 'danger' : 'warning'} action={close}>
      <p>{nothingTaken ? t('noValidFiles', { size: size.replace(/\s/, '') }) : t('refusedHeading')}</p>
      <ul className="mt-1 text-ink-soft text-sm">
        {refused.map(({ name, why }, index) => (
          <li key={`${name}-${index}`} className="break-all">
            {t(`refused_${why}`, { name, size, files: limits.files })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
