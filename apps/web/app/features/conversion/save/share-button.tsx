import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Share } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import type { ResultFile } from '../list/conversion-state.ts';
import { canShare, shareFiles } from './share-files.ts';

type ShareButtonProps = {
  readonly files: readonly [ResultFile, ...ResultFile[]];
  /** The file they are from, where there are several. */
  readonly of?: string;
};

/** Hands results to other apps; nothing where the device cannot. */
export function ShareButton({ files, of }: ShareButtonProps): ReactNode {
  const t = useMessages('conversion');
  if (!canShare(files)) return undefined;
  const count = files.length;
  const several = of === undefined ? t('shareFiles', { count }) : t('shareFilesOf', { count, name: of });
  const label = count === 1 ? t('shareNamed', { name: files[0].name }) : several;
  return (
    <Button aria-label={label} title={label} onClick={() => void shareFiles(files)} className="px-3">
      <Share aria-hidden size={18} />
    </Button>
  );
}
