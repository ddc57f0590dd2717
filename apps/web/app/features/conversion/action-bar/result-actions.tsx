import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Download, FolderOpen, Share } from '@bakkum/ui/icons';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import { usePreset } from '../converter-preset.ts';
import type { ResultFile } from '../list/conversion-state.ts';
import { saveAllAsZip, saveFile } from '../save/save-file.ts';
import { canSaveToFolder, saveToFolder } from '../save/save-to-folder.ts';
import { canShare, shareFiles } from '../save/share-files.ts';
import { NEXT_STEP } from './next-step.ts';

type ResultActionsProps = {
  readonly files: readonly ResultFile[];
  /** Nothing is left to convert: downloading is the primary action. */
  readonly isNext: boolean;
};

type Work = 'none' | 'zipping' | 'saving' | 'sharing';
type Outcome = { readonly tone: 'danger' | 'success'; readonly text: string };

/** Downloads, saves or shares all results. A failure says why, in the same place. */
export function ResultActions({ files, isNext }: ResultActionsProps): ReactNode {
  const t = useMessages('workbench');
  const words = useMessages('conversion');
  const { zip } = usePreset();
  const [work, setWork] = useState<Work>('none');
  const [outcome, setOutcome] = useState<Outcome>();
  const run = async (kind: Work, failure: string, task: () => Promise<string | undefined>): Promise<void> => {
    setWork(kind);
    setOutcome(undefined);
    try {
      const text = await task();
      if (text !== undefined) setOutcome({ tone: 'success', text });
    } catch (refusal) {
      if (!(refusal instanceof DOMException)) throw refusal;
      setOutcome({ tone: 'danger', text: failure });
    } finally {
      setWork('none');
    }
  };
  const [first] = files;
  const single = files.length === 1 ? first : undefined;
  const download = (): void => {
    if (single) saveFile(single);
    else
      void run('zipping', words('zipFailed'), async () => {
        await saveAllAsZip(files, zip);
        return undefined;
      });
  };
  const save = async (): Promise<string | undefined> => {
    const count = await saveToFolder(files);
    return count === undefined ? undefined : words('savedToFolder', { count });
  };
  return (
    <>
      {outcome ? (
        <Notice tone={outcome.tone} className="order-first basis-full">
          {outcome.text}
        </Notice>
      ) : undefined}
      {canShare(files) ? (
        <Button
          icon={<Share aria-hidden size={18} />}
          disabled={work !== 'none'}
          onClick={() => void run('sharing', t('shareFailed'), () => shareFiles(files))}
        >
          {t('share')}
        </Button>
      ) : undefined}
      {!single && canSaveToFolder() ? (
        <Button
          icon={<FolderOpen aria-hidden size={18} />}
          disabled={work !== 'none'}
          className="max-sm:hidden"
          onClick={() => void run('saving', words('saveFailed'), save)}
        >
          {words('saveToFolder')}
        </Button>
      ) : undefined}
      <Button
        variant={isNext ? 'primary' : 'secondary'}
        icon={<Download aria-hidden size={18} />}
        disabled={work !== 'none'}
        aria-label={single ? words('downloadNamed', { name: single.name }) : undefined}
        className="max-sm:grow"
        onClick={download}
        {...(isNext && NEXT_STEP)}
      >
        {work === 'zipping' ? words('zipping') : single ? words('download') : t('downloadZip')}
      </Button>
    </>
  );
}
