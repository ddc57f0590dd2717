/** Source and result side by side, as this browser displays them. Loaded on demand. */
import type { OptionValues } from '@bakkum/conversion/options';
import { useMessages } from '@bakkum/i18n/react';
import { Dialog } from '@bakkum/ui/dialog';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import { type Edit, editOf } from '../image-edit/edited-view.ts';
import { Pane, Waiting } from './pane.tsx';
import { PictureComparison } from './picture-comparison.tsx';
import { QualityChoice, type QualityTrial } from './quality-choice.tsx';
import type { Side } from './showing.ts';
import { useShown } from './use-shown.ts';

type PreviewDialogProps = {
  readonly name: string;
  readonly before: Side;
  readonly after: Side;
  /** Options of the result. */
  readonly options: OptionValues;
  /** For images with a quality setting. */
  readonly trial?: QualityTrial | undefined;
  readonly onClose: () => void;
};

export function PreviewDialog({ name, before, after, options, trial, onClose }: PreviewDialogProps): ReactNode {
  const t = useMessages('conversion');
  const [tried, setTried] = useState<Blob>();
  const result = tried ? { ...after, blob: tried } : after;
  const areBothPictures = before.showing?.kind === 'picture' && after.showing?.kind === 'picture';
  return (
    <Dialog title={name} closeLabel={t('closeNotice')} isOpen onClose={onClose} wide>
      {areBothPictures ? (
        <Pictures before={before} after={result} edit={editOf(options)} />
      ) : (
        <div className="grid gap-5 sm:grid-cols-2">
          <Pane title={t('before')} side={before} />
          <Pane title={t('after')} side={result} />
        </div>
      )}
      {trial && areBothPictures ? <QualityChoice trial={trial} onTry={setTried} onClose={onClose} /> : undefined}
    </Dialog>
  );
}

type PicturesProps = { readonly before: Side; readonly after: Side; readonly edit: Edit };

function Pictures({ before, after, edit }: PicturesProps): ReactNode {
  const t = useMessages('conversion');
  const [left, right] = [useShown(before), useShown(after)];
  const failed = left === 'failed' ? before : right === 'failed' ? after : undefined;
  if (failed) return <Notice tone="info">{t('cannotShow', { format: failed.format })}</Notice>;
  if (!(left instanceof Blob) || !(right instanceof Blob)) return <Waiting />;
  return <PictureComparison before={{ ...before, shown: left }} after={{ ...after, shown: right }} edit={edit} />;
}
