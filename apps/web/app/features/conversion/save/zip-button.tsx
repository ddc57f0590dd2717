import { useMessages } from '@bakkum/i18n/react';
import { Button, type ButtonVariant } from '@bakkum/ui/button';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import type { ResultFile } from '../list/conversion-state.ts';
import { saveAllAsZip, type ZipCompression } from './save-file.ts';

type ZipButtonProps = {
  readonly files: readonly ResultFile[];
  readonly compression: ZipCompression;
  readonly variant: ButtonVariant;
};

/** Downloads all results as one zip; shows progress for a large one, and reports when there is no room for it. */
export function ZipButton({ files, compression, variant }: ZipButtonProps): ReactNode {
  const t = useMessages('conversion');
  const [state, setState] = useState<'idle' | 'writing' | 'failed'>('idle');
  const save = async (): Promise<void> => {
    setState('writing');
    try {
      await saveAllAsZip(files, compression);
      setState('idle');
    } catch (refusal) {
      setState('failed');
      if (!(refusal instanceof DOMException)) throw refusal;
    }
  };
  return (
    <>
      {state === 'failed' ? (
        <Notice tone="danger" className="basis-full">
          {t('zipFailed')}
        </Notice>
      ) : undefined}
      <Button variant={variant} disabled={state === 'writing'} onClick={() => void save()}>
        {t(state === 'writing' ? 'zipping' : 'downloadAll')}
      </Button>
    </>
  );
}
