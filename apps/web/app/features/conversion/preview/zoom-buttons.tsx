import { formatPercent } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { Minus, Plus } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import { fitScale, type Size, scaleOf, type View, WHOLE, zoomed } from './view-frame.ts';

type ZoomButtonsProps = {
  readonly frame: Size;
  readonly image: Size;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly className: string;
};

const STEP = 1.6;
const CENTRE = { x: 0, y: 0 };
const BUTTON = 'min-h-9 min-w-9 cursor-pointer px-2 text-sm tabular transition-colors hover:bg-sunken disabled:opacity-40';

/** Zooms out and in; the middle switches between the whole image and its actual pixels. */
export function ZoomButtons({ frame, image, view, onView, className }: ZoomButtonsProps): ReactNode {
  const t = useMessages('workbench');
  const locale = useLocale();
  const scale = scaleOf(view, frame, image);
  const isWhole = view.scale === undefined;
  const percent = formatPercent(locale, scale);
  const action = t(isWhole ? 'zoomActual' : 'zoomWhole');
  const zoomTo = (next: number): void => onView(zoomed(view, frame, image, next, CENTRE));
  return (
    <fieldset
      aria-label={t('zoom')}
      className={classNames('flex overflow-clip rounded-md border border-line bg-surface shadow-raised', className)}
    >
      <button type="button" aria-label={t('zoomOut')} disabled={isWhole} onClick={() => zoomTo(scale / STEP)} className={BUTTON}>
        <Minus aria-hidden size={16} className="mx-auto" />
      </button>
      <button
        type="button"
        aria-label={`${percent}, ${action}`}
        title={action}
        disabled={isWhole && fitScale(frame, image) === 1}
        onClick={() => (isWhole ? zoomTo(1) : onView(WHOLE))}
        className={classNames(BUTTON, 'min-w-14 font-semibold')}
      >
        {percent}
      </button>
      <button type="button" aria-label={t('zoomIn')} onClick={() => zoomTo(scale * STEP)} className={BUTTON}>
        <Plus aria-hidden size={16} className="mx-auto" />
      </button>
    </fieldset>
  );
}
