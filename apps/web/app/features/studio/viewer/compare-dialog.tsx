/** Loaded on demand. */
import type { ImageView } from '@bakkum/api-contract/images/images';
import { useMessages } from '@bakkum/i18n/react';
import { imageTitle } from '@bakkum/studio-options/file-name';
import { Dialog } from '@bakkum/ui/dialog';
import type { ReactNode } from 'react';
import { ImageComparison } from '../editor/image-comparison.tsx';

type CompareDialogProps = { readonly images: readonly [ImageView, ImageView]; readonly onClose: () => void };

/** Any two images on top of each other, the older one on the left. */
export function CompareDialog({ images, onClose }: CompareDialogProps): ReactNode {
  const t = useMessages('studio');
  const [before, after] = images.toSorted((one, other) => one.madeAt.localeCompare(other.madeAt));
  if (!before || !after) return undefined;
  return (
    <Dialog title={t('compareTwo')} closeLabel={t('closeNotice')} isOpen onClose={onClose} wide>
      <ImageComparison before={before} after={after} />
      <dl className="mt-3 grid grid-cols-2 gap-4 text-sm">
        <Caption term={t('compareLeft')} image={before} />
        <Caption term={t('compareRight')} image={after} />
      </dl>
    </Dialog>
  );
}

function Caption({ term, image }: { readonly term: string; readonly image: ImageView }) {
  return (
    <div className="min-w-0">
      <dt className="font-medium">{term}</dt>
      <dd className="line-clamp-2 break-words text-ink-soft">{`${imageTitle(image)} · ${image.width} × ${image.height}`}</dd>
    </div>
  );
}
