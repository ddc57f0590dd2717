import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Share } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import type { ResultFile } from '../list/conversion-state.ts';
import { canShare, shareFiles } from './share-files.ts';

/** Hands results to other apps; nothing where the device cannot. */
export function ShareButton({ files }: { readonly files: readonly [ResultFile, ...ResultFile[]] }): ReactNode {
  const t = useMessages('conversion');
  if (!canShare(files)) return undefined;
  const label = files.length === 1 ? t('shareNamed', { name: files[0].name }) : t('shareFiles', { count: files.length });
  return (
    <Button aria-label={label} title={label} onClick={() => void shareFiles(files)} className="px-3">
      <Share aria-hidden size={18} />
    </Button>
  );
}
