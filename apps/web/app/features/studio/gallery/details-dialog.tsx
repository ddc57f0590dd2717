/** Loaded on demand. */
import type { ImageView } from '@bakkum/api-contract/images/images';
import { formatDateTime } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { imageTitle } from '@bakkum/studio-options/file-name';
import { Button } from '@bakkum/ui/button';
import { Dialog } from '@bakkum/ui/dialog';
import { type ReactNode, useState } from 'react';
import { call } from '../../../session/api.ts';

/** Ways to make a version that take instructions. Others keep those of the original. */
const INSTRUCTED: ReadonlySet<string> = new Set(['edit', 'mask', 'regenerate']);

type DetailsDialogProps = { readonly image: ImageView; readonly onClose: () => void };

/** Shows how an image was made, so that it can be made again, and how to report it. */
export function DetailsDialog({ image, onClose }: DetailsDialogProps): ReactNode {
  const t = useMessages('studio');
  const locale = useLocale();
  const [reported, setReported] = useState(false);
  const report = async (): Promise<void> => {
    const answer = await call('POST /api/images/reports', { imageId: image.id, reason: 'harmful' });
    setReported(answer.ok);
  };
  const made = formatDateTime(locale, new Date(image.madeAt));
  const imported = image.importedAs !== undefined;
  const rows = [
    ...(imported ? [[t('ownPicture'), image.importedAs] as const] : []),
    ...(image.prompt ? [[t('originalPrompt'), image.prompt] as const] : []),
    ...(imported ? [] : [[t('finalPrompt'), image.finalPrompt] as const]),
    ...(image.negativePrompt ? [[t('negative'), image.negativePrompt] as const] : []),
    ...(image.refinement && INSTRUCTED.has(image.refinement.mode)
      ? [[t('instructions'), image.refinement.instructions] as const]
      : []),
    ...(image.refinement?.strength === undefined
      ? []
      : [[t('strength'), t('strengthPercent', { percent: image.refinement.strength })] as const]),
  ] as const;
  return (
    <Dialog title={t('details')} closeLabel={t('closeNotice')} isOpen onClose={onClose}>
      <img
        src={image.thumbnailUrl}
        alt={t('imageAlt', { prompt: imageTitle(image) })}
        className="max-h-72 w-full rounded-md object-contain"
      />
      <dl className="mt-4 grid gap-3">
        {rows.map(([term, text]) => (
          <div key={term}>
            <dt className="font-medium text-sm">{term}</dt>
            <dd className="break-words text-ink-soft text-sm">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-ink-soft text-sm tabular">
        {[
          imported
            ? t(image.mark ? 'importedMarked' : 'imported')
            : t('madeBy', { name: image.model ? `${image.providerName} (${image.model})` : image.providerName }),
          made,
          `${image.width} × ${image.height}`,
          ...(imported ? [] : [image.seed === undefined ? t('noSeed') : t('madeSeed', { seed: String(image.seed) })]),
        ].join(' · ')}
      </p>
      <div className="mt-5">
        {reported ? (
          <output>{t('reported')}</output>
        ) : (
          <Button size="sm" variant="danger" onClick={() => void report()}>
            {t('reportImage')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
